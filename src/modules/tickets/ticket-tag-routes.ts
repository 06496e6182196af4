import { z } from "zod";
import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { addTags, removeKanbanTags } from "./notes/ticket-tags.ts";

const { id } = idParam.shape;

export default routes("/ticket-tags")
  .put(
    "/:ticketId/:tagId",
    ({ store, me, params }) => addTags(store, me, params.ticketId, params.tagId),
    { can: "tickets.write", params: z.object({ ticketId: id, tagId: id }) },
  )
  .delete("/:ticketId", ({ store, me, params }) => removeKanbanTags(store, me, params.ticketId), {
    can: "tickets.write",
    plan: "useKanban",
    params: z.object({ ticketId: id }),
  });
