import type { InternalRoute } from "elysia";

const elysias = [
  "params",
  "query",
  "body",
  "headers",
  "cookie",
  "response",
  "standaloneSchema",
  "detail",
  "type",
  "start",
  "request",
  "parse",
  "transform",
  "beforeHandle",
  "afterHandle",
  "mapResponse",
  "afterResponse",
  "trace",
  "error",
  "stop",
];

/**
 * Throws at an option that neither Elysia nor a macro of the route has. Elysia itself ignores such
 * an option, and the route then works without it. Macros take their own options out before the
 * route is made.
 */
export function refuseUnknownOptions(routes: Pick<InternalRoute, "method" | "path" | "hooks">[]) {
  const unknown = routes.flatMap(({ method, path, hooks }) =>
    Object.keys(hooks ?? {}).flatMap((name) =>
      elysias.includes(name) ? [] : [`${method} ${path}: ${name}`],
    ),
  );
  if (unknown.length > 0) throw new Error(`Unknown route options: ${unknown.join(", ")}`);
}
