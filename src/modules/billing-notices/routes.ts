import { inject, routes } from "../../kit/http/http.ts";
import type { Box } from "../box/box.ts";
import { listNotices, logQuery } from "./log.ts";
import { changeSettings, settingsBody, shownSettings } from "./settings.ts";
import { noticeSettings } from "./table.ts";

const owners = { can: "billing.write" } as const;

/** Notices to companies about their invoices. */
export default routes("/billing-notices")
  .use(inject<Box>()("box"))
  .get("/", ({ control, query }) => listNotices(control, query), { ...owners, query: logQuery })
  .get("/settings", ({ box }) => shownSettings(box), owners)
  .put("/settings", ({ box, db, me, body }) => changeSettings(box, db, body, me.id), {
    ...owners,
    body: settingsBody,
    edits: { table: noticeSettings, control: true, own: () => 1 },
  });
