import type { AnyElysia, InternalRoute } from "elysia";
import { pathOf } from "./request.ts";
import { refuseUnknownOptions } from "./route-options.ts";

/** The routes of the API. The last may load while the first already answer. */
export class DeclaredRoutes {
  readonly all: InternalRoute[] = [];
  readonly #byName = new Map<string, InternalRoute>();
  readonly #larger: { method: string; form: RegExp; bytes: number }[] = [];

  /** Throws at an option that no route has. */
  add({ routes }: AnyElysia) {
    refuseUnknownOptions(routes);
    for (const route of routes) {
      const { method, path, hooks } = route;
      this.all.push(route);
      this.#byName.set(`${method} ${path}`, route);
      const bytes = (hooks as Hooks).detail?.["x-json-limit"];
      if (bytes !== undefined) this.#larger.push({ method, form: formOf(path), bytes });
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

  /** The bytes of JSON that a request's route reads; undefined for the usual limit. */
  jsonLimitOf(request: Request): number | undefined {
    return this.#larger.find(
      ({ method, form }) => method === request.method && form.test(pathOf(request)),
    )?.bytes;
  }
}

const formOf = (path: string) =>
  new RegExp(`^${path.replace(/\/$/, "").replace(/:\w+/g, "[^/]+")}/?$`);

type Hooks = { detail?: { "x-json-limit"?: number } };
