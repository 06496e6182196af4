import { z } from "zod";
import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { addTags, removeKanbanTags, syncTags, syncBody } from "./notes/ticket-tags.ts";

const { id } = idParam.shape;

/** Everyone who sees a ticket may tag it, also with a new tag. Editing tags takes another permission. */
export const tagSyncRoutes = routes("/tags").post("/sync", ({ store, me, body }) => syncTags(store, me, body), { can: "tickets.write", body: syncBody });

export const ticketTagRoutes = routes("/ticket-tags")
  .put("/:ticketId/:tagId", ({ store, me, params }) => addTags(store, me, params.ticketId, params.tagId), { can: "tickets.write", params: z.object({ ticketId: id, tagId: id }) })
  .delete("/:ticketId", ({ store, me, params }) => removeKanbanTags(store, me, params.ticketId), { can: "tickets.write", params: z.object({ ticketId: id }) });
