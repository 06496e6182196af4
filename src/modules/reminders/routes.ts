import { idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import {
  create,
  list,
  reminderBody,
  reminderChange,
  reminderQuery,
  remove,
  update,
  findOwn,
} from "./reminders.ts";
import { reminders } from "./table.ts";

const write = { can: "tickets.write" } as const;

export default routes("/reminders")
  .get("/", ({ db, me, query }) => list(db, me, query), {
    can: "tickets.read",
    query: reminderQuery,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: reminderBody },
  )
  .put("/:id", ({ db, me, params, body }) => update(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: reminderChange,
    edits: { table: reminders, find: findOwn },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, me, params.id), {
    ...write,
    params: idParam,
  });
