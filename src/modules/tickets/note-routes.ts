import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { create, list, noteBody, noteQuery, remove } from "./notes/notes.ts";

export default routes("/ticket-notes")
  .get("/list", ({ db, me, query }) => list(db, me, query), {
    can: "tickets.read",
    query: noteQuery,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { can: "tickets.write", body: noteBody },
  )
  .delete("/:id", ({ db, me, params }) => remove(db, me, params.id), {
    can: "tickets.write",
    params: idParam,
  });
