import type { AnyElysia, InternalRoute } from "elysia";
import type { Permission } from "../../shared/permissions.ts";
import { pathOf } from "./request.ts";
import { refuseUnknownOptions } from "./route-options.ts";

/** The JSON of a route, in bytes, and the permission without which none of it is read. */
export type LargeBody = { bytes: number; permission?: Permission };

/** The routes of the API. The last may load while the first already answer. */
export class DeclaredRoutes {
  readonly all: InternalRoute[] = [];
  readonly #byName = new Map<string, InternalRoute>();
  readonly #larger: ({ method: string; form: RegExp } & LargeBody)[] = [];

  /** Throws at an option that no route has. */
  add({ routes }: AnyElysia) {
    refuseUnknownOptions(routes);
    for (const route of routes) {
      const { method, path, hooks } = route;
      this.all.push(route);
      this.#byName.set(`${method} ${path}`, route);
      const { "x-json-limit": bytes, "x-permission": permission } = (hooks as Hooks).detail ?? {};
      if (bytes !== undefined) this.#larger.push({ method, form: formOf(path), bytes, permission });
    }
  }

  /** The route of a method and a template. */
  find(method: string, path: string): InternalRoute | undefined {
    return this.#byName.get(`${method} ${path}`);
  }

  /** Whether a request is for one of them. It costs more than a lookup. */
  has(request: Request): boolean {
    return this.all.some(
      ({ method, path }) => method === request.method && formOf(path).test(pathOf(request)),
    );
  }

  /** The larger JSON that a request's route reads; undefined for the usual limit. */
  largeBodyOf(request: Request): LargeBody | undefined {
    return this.#larger.find(
      ({ method, form }) => method === request.method && form.test(pathOf(request)),
    );
  }
}

const formOf = (path: string) =>
  new RegExp(`^${path.replace(/\/$/, "").replace(/:\w+/g, "[^/]+")}/?$`);

type Hooks = { detail?: { "x-json-limit"?: number; "x-permission"?: Permission } };
