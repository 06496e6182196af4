import type { BoxHealth } from "../health/box-health.ts";
import { logPage, logQuery } from "../health/log-pages.ts";
import { workText } from "../health/stalls.ts";
import { download } from "../kit/http/download.ts";
import { idParam } from "../kit/http/fields.ts";
import { inject, routes } from "../kit/http/http.ts";
import { list, tryAgain } from "../modules/stalls/stalls.ts";
import type { SetAside } from "../modules/stalls/table.ts";

/**
 * The box's health: all of it for its owner, and for a company's admins their part. rules.md#health
 */
export default routes("/health", { whileOverdue: true })
  .use(inject<BoxHealth>()("health"))
  .get(
    "/",
    async ({ health, db, me }) => ({
      findings: me.super ? await health.ofBox() : await health.ofShop(db),
    }),
    { can: "health.read" },
  )
  .get("/set-aside", ({ control }) => list(control).map(visible), { can: "logs.read" })
  .post(
    "/set-aside/:id",
    ({ control, params }) => {
      tryAgain(control, params.id);
      return {};
    },
    { can: "box.write", params: idParam },
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

const visible = ({ id, work, at }: SetAside) => ({ id, work: workText(work), at });
