import type { ReleaseUnseenTickets } from "../../kit/db/hooks.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import {
  changeRole,
  createRole,
  everyRole,
  findRole,
  page,
  removeRole,
  roleBody,
  roleChange,
} from "./roles.ts";
import { roles } from "./table.ts";

export default routes("/roles")
  .use(inject<ReleaseUnseenTickets>()("releaseUnseenTickets"))
  .get("/", ({ db, query }) => page(db, query), { can: "roles.read", query: listQuery })
  .get("/list", ({ db }) => everyRole(db), { can: "roles.read" })
  .get("/:id", ({ db, params }) => findRole(db, params.id), { can: "roles.read", params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return createRole(db, me, body);
    },
    { can: "roles.write", body: roleBody },
  )
  .put(
    "/:id",
    ({ db, me, params, body, releaseUnseenTickets }) =>
      changeRole(db, me, params.id, body, releaseUnseenTickets),
    { can: "roles.write", params: idParam, body: roleChange, edits: { table: roles } },
  )
  .delete("/:id", ({ db, me, params }) => removeRole(db, me, params.id), {
    can: "roles.write",
    params: idParam,
  });
