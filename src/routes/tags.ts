import { z } from "zod";
import { color, line } from "../kit/fields.ts";
import { crud } from "../kit/crud.ts";
import { tags } from "../modules/tags/table.ts";
import { syncBody, syncTags } from "../modules/tickets/notes/ticket-tags.ts";

export default crud({
  name: "tags",
  event: "tag",
  table: tags,
  search: [tags.name],
  body: { name: line(40, 3), color, kanban: z.boolean().optional() },
})
  // Everyone who sees a ticket may tag it, also with a new tag. Editing tags takes another permission.
  .post("/sync", ({ store, me, body }) => syncTags(store, me, body), { can: "tickets.write", body: syncBody });
