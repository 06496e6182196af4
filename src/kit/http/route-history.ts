import type { AnyElysia } from "elysia";

/**
 * Empties a list of the app's router. It looks for each new path among all earlier ones, which took
 * two fifths of the time in which an app is made. Each path is declared once, and nothing else
 * reads the list.
 */
export function forgetRouteHistory(app: AnyElysia): void {
  app.router.dynamic.history.splice(0);
}
