import type { AnyElysia } from "elysia";

// All code that leans on private parts of Elysia. `elysia-private.test.ts` fails where a new
// version of Elysia has other parts.

/**
 * Empties a list of the app's router. It looks for each new path among all earlier ones, which took
 * two fifths of the time in which an app is made. Each path is declared once, and nothing else
 * reads the list.
 */
export function forgetRouteHistory(app: AnyElysia): void {
  app.router.dynamic.history.splice(0);
}

type Route<Options> = { handler: unknown; options?: Options };

/** Changes each route that is declared on the app from now on. `get`, `post`, … call `add`. */
export function changesRoutes<App extends AnyElysia, Options extends object>(
  app: App,
  change: (route: Route<Options>) => Route<Options>,
): App {
  const declared = app as unknown as {
    add: (method: string, path: string, handler: unknown, ...rest: unknown[]) => unknown;
  };
  const add = declared.add.bind(app);
  declared.add = (method, path, handler, options, ...more) => {
    const changed = change({ handler, options: options as Options | undefined });
    return add(method, path, changed.handler, changed.options, ...more);
  };
  return app;
}

/**
 * Gives the app and its handlers a server that Elysia did not start. Without its compiler Elysia
 * leaves the server out of the context.
 */
export function servedBy(app: AnyElysia, server: object): void {
  app.server = server as AnyElysia["server"];
  app.decorate("server", server);
}
