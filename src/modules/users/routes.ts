import type { ReleaseUnseenTickets } from "../../kit/audience.ts";
import { bounded, idParam, listQuery } from "../../kit/fields.ts";
import { given, routes } from "../../kit/http.ts";
import { proveFor } from "./proof.ts";
import { all, changedUser, create, find, list, newUser, toldOf, update } from "./users.ts";

export default routes("/users")
  .use(given<ReleaseUnseenTickets>()("releaseUnseenTickets"))
  .get("/", ({ store, control, me, query }) => {
    const { users, ...page } = list(store, query);
    return { users: toldOf(store, control, me, users), ...page };
  }, { can: "users.read", query: listQuery })
  .get("/list", ({ store }) => all(store), { can: "users.read" })
  .get("/:id", ({ store, control, me, params }) => toldOf(store, control, me, [find(store, params.id)])[0], { can: "users.read", params: idParam })
  .post("/", async ({ store, control, me, body, set }) => {
    const user = await create(store, control, me, body);
    set.status = 201;
    return user;
  }, { can: "users.write", body: newUser })
  .put("/:id", async ({ releaseUnseenTickets, params, body: { currentPassword, ...body }, ...visit }) => {
    await proveFor(visit, params.id, body, currentPassword);
    const { store, control, me, session } = visit;
    return update(store, control, me, params.id, body, { session, releaseUnseenTickets });
  }, { can: "users.write", params: idParam, body: changedUser.extend({ currentPassword: bounded(128).optional() }) });
