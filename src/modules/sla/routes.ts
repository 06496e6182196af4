import { idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { all, find, list } from "../../kit/http/resource-rows.ts";
import {
  changeGoals,
  createGoals,
  goalsBody,
  goalsChange,
  removeGoals,
  resource,
} from "./edit-goals.ts";
import { sla } from "./table.ts";

const read = { can: "queues.read" } as const;
const write = { can: "queues.write" } as const;

export default routes("/sla")
  .get("/", ({ db, query }) => list(db, resource, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db, resource), read)
  .get("/:id", ({ db, params }) => find(db, resource, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return createGoals(db, me, body);
    },
    { ...write, body: goalsBody },
  )
  .put("/:id", ({ db, me, params, body }) => changeGoals(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: goalsChange,
    edits: { table: sla },
  })
  .delete("/:id", ({ db, me, params }) => removeGoals(db, me, params.id), {
    ...write,
    params: idParam,
  });
