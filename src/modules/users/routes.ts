import { idParam, listQuery } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { all, changedUser, create, find, list, newUser, update } from "./users.ts";

export default routes("/users")
  .get("/", ({ store, query }) => list(store, query), { can: "users.read", query: listQuery })
  .get("/list", ({ store }) => all(store), { can: "users.read" })
  .get("/:id", ({ store, params }) => find(store, params.id), { can: "users.read", params: idParam })
  .post("/", async ({ store, control, me, body, set }) => {
    const user = await create(store, control, me, body);
    set.status = 201;
    return user;
  }, { can: "users.write", body: newUser })
  .put("/:id", ({ store, control, me, session, params, body }) => update(store, control, me, params.id, body, session), { can: "users.write", params: idParam, body: changedUser });
