import { z } from "zod";
import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { addTags, removeKanbanTags } from "./notes/ticket-tags.ts";

const { id } = idParam.shape;

export default routes("/ticket-tags")
  .put(
    "/:ticketId/:tagId",
    ({ db, me, params }) => addTags(db, me, params.ticketId, params.tagId),
    { can: "tickets.write", params: z.object({ ticketId: id, tagId: id }) },
  )
  .delete("/:ticketId", ({ db, me, params }) => removeKanbanTags(db, me, params.ticketId), {
    can: "tickets.write",
    plan: "useKanban",
    params: z.object({ ticketId: id }),
  });
