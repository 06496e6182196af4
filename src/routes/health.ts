import type { BoxHealth } from "../health/box-health.ts";
import { logPage, logQuery } from "../health/log-pages.ts";
import { download } from "../kit/download.ts";
import { inject, routes } from "../kit/http.ts";

/**
 * How the box is: all of it for who owns it, and for a company's admins what concerns them.
 * rules.md#health
 */
export default routes("/health", { whileOverdue: true })
  .use(inject<BoxHealth>()("health"))
  .get(
    "/",
    async ({ health, store, me }) => ({
      findings: me.super ? await health.ofBox() : await health.ofShop(store),
    }),
    { can: "health.read" },
  )
  .get("/log", ({ health, query }) => logPage(health.folder, query), {
    can: "logs.read",
    query: logQuery,
  })
  .get(
    "/support",
    async ({ health, request, server }) => {
      server?.timeout(request, 0);
      const { name, bytes } = await health.supportBundle();
      return download(name, "application/gzip", new Blob([bytes]).stream());
    },
    { can: "logs.read" },
  );
