import type { ReleaseUnseenTickets } from "../kit/hooks.ts";
import { bounded, idParam, listQuery } from "../kit/fields.ts";
import { withClientAddress } from "../kit/client-address.ts";
import { inject, routes } from "../kit/http.ts";
import { resetTotp, resetTotpBody } from "../modules/auth/reset-totp.ts";
import { removeUser } from "../modules/tickets/lifecycle/remove-user.ts";
import { checkPasswordForChange } from "../modules/users/check-password-for-change.ts";
import {
  all,
  userChangeBody,
  create,
  find,
  list,
  newUserBody,
  withAdminFields,
  update,
} from "../modules/users/users.ts";
import { users } from "../modules/users/table.ts";

export default routes("/users")
  .use(inject<ReleaseUnseenTickets>()("releaseUnseenTickets"))
  .get(
    "/",
    ({ store, control, me, query }) => {
      const { users, ...page } = list(store, query);
      return { users: withAdminFields(store, control, me, users), ...page };
    },
    { can: "users.read", query: listQuery },
  )
  .get("/list", ({ store }) => all(store), { can: "users.read" })
  .get(
    "/:id",
    ({ store, control, me, params }) =>
      withAdminFields(store, control, me, [find(store, params.id)])[0],
    { can: "users.read", params: idParam },
  )
  .post(
    "/",
    async ({ store, control, me, body, set }) => {
      const user = await create(store, control, me, body);
      set.status = 201;
      return user;
    },
    { can: "users.write", body: newUserBody },
  )
  .put(
    "/:id",
    async ({ releaseUnseenTickets, params, body: { currentPassword, ...body }, ...auth }) => {
      await checkPasswordForChange(auth, params.id, body, currentPassword);
      const { store, control, me, session } = auth;
      return update(store, control, me, params.id, body, { session, releaseUnseenTickets });
    },
    {
      can: "users.write",
      params: idParam,
      body: userChangeBody.extend({ currentPassword: bounded(128).optional() }),
      edits: { table: users },
    },
  )
  .delete("/:id", ({ store, control, me, params }) => removeUser(store, control, me, params.id), {
    can: "users.write",
    params: idParam,
  })
  .use(withClientAddress())
  .delete(
    "/:id/totp",
    ({ params, body, address, ...auth }) => resetTotp(auth, params.id, body, address),
    { can: "users.write", params: idParam, body: resetTotpBody },
  );
