import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { create, list, noteBody, noteQuery, remove } from "./notes/notes.ts";

export default routes("/ticket-notes")
  .get("/list", ({ store, me, query }) => list(store, me, query), {
    can: "tickets.read",
    query: noteQuery,
  })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { can: "tickets.write", body: noteBody },
  )
  .delete("/:id", ({ store, me, params }) => remove(store, me, params.id), {
    can: "tickets.write",
    params: idParam,
  });
