import { Elysia } from "elysia";
import { crud } from "../kit/http/crud.ts";
import { notInPlan } from "../kit/fault.ts";
import type { AuthContext } from "../kit/http/auth-context.ts";
import { lanes, orderBody, orderLanes } from "../modules/tags/lanes.ts";
import { tagResource } from "../modules/tags/tag.ts";
import { syncBody, syncTags } from "../modules/tickets/notes/ticket-tags.ts";

const tags = crud(tagResource)
  .get("/kanban", ({ db }) => lanes(db), { can: "tags.read", plan: "useKanban" })
  .put("/kanban/order", ({ db, body }) => orderLanes(db, body), {
    can: "tags.write",
    plan: "useKanban",
    body: orderBody,
  })
  // Every user who sees a ticket may tag it, also with a new tag. Editing tags takes another
  // permission.
  .post("/sync", ({ db, me, body }) => syncTags(db, me, body), {
    can: "tickets.write",
    body: syncBody,
  });

export default new Elysia()
  .onBeforeHandle((context) => {
    const { plan, body } = context as unknown as AuthContext & { body?: { kanban?: number } };
    if (body?.kanban === 1 && !plan.useKanban) throw notInPlan();
  })
  .use(tags);
