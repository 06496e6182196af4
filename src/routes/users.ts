import type { ReleaseUnseenTickets } from "../kit/db/hooks.ts";
import { bounded, idParam, listQuery } from "../kit/http/fields.ts";
import { withClientAddress } from "../kit/http/client-address.ts";
import { inject, routes } from "../kit/http/http.ts";
import { resetTotp, resetTotpBody } from "../modules/auth/reset-totp.ts";
import { removeUser } from "../modules/tickets/lifecycle/remove-user.ts";
import { userChangeBody, newUserBody } from "../modules/users/body.ts";
import { checkPasswordForChange } from "../modules/users/check-password-for-change.ts";
import {
  allUsers,
  create,
  findUser,
  list,
  withAdminFields,
  update,
} from "../modules/users/users.ts";
import { users } from "../modules/users/table.ts";

export default routes("/users")
  .use(inject<ReleaseUnseenTickets>()("releaseUnseenTickets"))
  .get(
    "/",
    ({ db, control, me, query }) => {
      const { users, ...page } = list(db, query);
      return { users: withAdminFields(db, control, me, users), ...page };
    },
    { can: "users.read", query: listQuery },
  )
  .get("/list", ({ db }) => allUsers(db), { can: "users.read" })
  .get(
    "/:id",
    ({ db, control, me, params }) => withAdminFields(db, control, me, [findUser(db, params.id)])[0],
    { can: "users.read", params: idParam },
  )
  .post(
    "/",
    async ({ db, control, me, body, set }) => {
      const user = await create(db, control, me, body);
      set.status = 201;
      return user;
    },
    { can: "users.write", body: newUserBody },
  )
  .put(
    "/:id",
    async ({ releaseUnseenTickets, params, body: { currentPassword, ...body }, ...auth }) => {
      await checkPasswordForChange(auth, params.id, body, currentPassword);
      const { db, control, me, session } = auth;
      return update(db, control, me, params.id, body, { session, releaseUnseenTickets });
    },
    {
      can: "users.write",
      params: idParam,
      body: userChangeBody.extend({ currentPassword: bounded(128).optional() }),
      edits: { table: users },
    },
  )
  .delete("/:id", ({ db, control, me, params }) => removeUser(db, control, me, params.id), {
    can: "users.write",
    params: idParam,
  })
  .use(withClientAddress())
  .delete(
    "/:id/totp",
    ({ params, body, address, ...auth }) => resetTotp(auth, params.id, body, address),
    { can: "users.write", params: idParam, body: resetTotpBody },
  );
