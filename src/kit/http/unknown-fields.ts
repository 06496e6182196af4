import { Elysia } from "elysia";
import { z } from "zod";
import type { DeclaredRoutes } from "./declared-routes.ts";
import { Fault } from "../fault.ts";
import { bodySchemas, readValues } from "./read-values.ts";

/**
 * Fields that clients send and nobody reads: `everywhere` on each path, and more by the first part
 * of the path. An entry for a whole path (`messages/send`) counts alone.
 */
export type Ignored = { everywhere: string[]; [resource: string]: string[] };

type Schema = z.core.$ZodType;
type Hooks = { body?: Schema; detail?: { "x-callers"?: string[] } };

/**
 * Refuses a field that no route knows by its name, and does not drop it: a caller who misspells a
 * field must learn of it. Empty words of a query count as not sent. rules.md#unknown-fields
 */
export const strictFields = (routes: DeclaredRoutes, ignored: Ignored) => {
  const sent = new WeakMap<Request, unknown>();
  const ignoredOn = (path: string) => {
    const [, rest = "", resource = ""] = /^\/api\/(([^/]+).*)/.exec(path) ?? [];
    if (resource === "v1") return [];
    return ignored[rest] ?? [...ignored.everywhere, ...(ignored[resource] ?? [])];
  };
  return (
    new Elysia({ name: "strict-fields" })
      .onTransform({ as: "global" }, ({ request, route, body, query }) => {
        const declared = routes.find(request.method, route);
        if (!declared) return;
        sent.set(request, body);
        const { body: schema, detail } = declared.hooks as Hooks;
        // In place: Elysia validates the object that was parsed.
        if (schema) {
          bodySchemas.set(request, schema);
          // A stranger is refused before their body is read: these routes read it after sign-in.
          if (!detail?.["x-callers"]) readValues(schema, body);
        }
        // A client that sends the whole row back did not ask whether it changed. rules.md#edits
        if (isObject(body) && "createdAt" in body && "updatedAt" in body) delete body.updatedAt;
        for (const [name, value] of Object.entries(query)) if (value === "") delete query[name];
      })
      // After guards and schema: a stranger must not learn our fields, and files are read late.
      .onBeforeHandle({ as: "global" }, (context) => {
        const { request, route } = context;
        const matched = routes.find(request.method, route);
        // A public route without a body schema checks its caller itself.
        const isCalled = "me" in context || "caller" in context;
        if (!matched || (!matched.hooks.body && !isCalled)) return;
        const {
          path,
          hooks: { body: schema = nothing },
        } = matched as { path: string; hooks: { body?: Schema } };
        const names = unknownIn(schema, sent.get(request), ignoredOn(path));
        if (names.length > 0) throw unknownFields(names);
      })
  );
};

/**
 * The fields of a value that a schema does not know, by their paths: `place.nmae`. An object that
 * names a row by its id may say what else it knows of it.
 */
export function unknownIn(
  schema: Schema,
  value: unknown,
  ignored: string[] = [],
  path = "",
): string[] {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  switch (def.type) {
    case "object": {
      if (!isObject(value) || (path && "id" in def.shape && "id" in value)) return [];
      if (def.catchall && def.catchall._zod.def.type !== "never") return [];
      return Object.entries(value).flatMap(([name, inner]) => {
        const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
        if (field) return unknownIn(field, inner, [], `${path}${name}.`);
        return ignored.includes(name) ? [] : [path + name];
      });
    }
    case "array":
      return Array.isArray(value) && !isPlain(def.element)
        ? value.flatMap((inner, index) => unknownIn(def.element, inner, [], `${path}${index}.`))
        : [];
    case "union": {
      const unknown = def.options.map((option) => unknownIn(option, value, ignored, path));
      return unknown.reduce((least, next) => (next.length < least.length ? next : least));
    }
    // A pipe's second schema may know fields that its first lets through.
    case "pipe":
      return isObjectSchema(def.in)
        ? unknownIn(def.in, value, ignored, path)
        : [...unknownIn(def.in, value, ignored, path), ...unknownIn(def.out, value, ignored, path)];
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return unknownIn(def.innerType, value, ignored, path);
    case "lazy":
      return unknownIn((schema._zod as z.core.$ZodLazyInternals).innerType, value, ignored, path);
    default:
      return [];
  }
}

/** Whether values of a schema have no fields, so that long arrays of them need not be walked. */
const isPlain = (schema: Schema) =>
  ["string", "number", "boolean", "enum", "literal", "custom"].includes(
    (schema._zod as z.core.$ZodTypes["_zod"]).def.type,
  );

function isObjectSchema(schema: Schema): boolean {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  return def.type === "object" || (def.type === "pipe" && isObjectSchema(def.in));
}

/** Of a route that takes no body. */
const nothing = z.object({});

/** How many fields an error names, and how many characters of each. */
const [maxNames, maxLength] = [10, 60];

/** The refusal of these fields, by their names. rules.md#unknown-fields */
export function unknownFields(names: string[]): Fault {
  const visible = names.slice(0, maxNames).map((name) => name.slice(0, maxLength));
  const text = visible.join(", ");
  return new Fault("malformed", "ERR_UNKNOWN_FIELD", {
    message: `Campo desconhecido: ${text}`,
    fields: Object.fromEntries(visible.map((name) => [name, "unknown"])),
    details: { names: text },
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
