import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
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
  .get("/", ({ store, me, query }) => list(store, me, query), {
    can: "tickets.read",
    query: reminderQuery,
  })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: reminderBody },
  )
  .put("/:id", ({ store, me, params, body }) => update(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: reminderChange,
    edits: { table: reminders, find: findOwn },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, me, params.id), {
    ...write,
    params: idParam,
  });
