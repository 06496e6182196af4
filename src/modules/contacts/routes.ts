import { idParam, listQuery } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { all, contactBody, create, find, list, update } from "./contacts.ts";

export default routes("/contacts")
  .get("/", ({ store, query }) => list(store, query), { can: "contacts.read", query: listQuery })
  .get("/list", ({ store }) => all(store), { can: "contacts.read" })
  .get("/:id", ({ store, params }) => find(store.db, params.id), { can: "contacts.read", params: idParam })
  .post("/", ({ store, body, set }) => {
    set.status = 201;
    return create(store, body);
  }, { can: "contacts.write", body: contactBody })
  .put("/:id", ({ store, params, body }) => update(store, params.id, body), { can: "contacts.write", params: idParam, body: contactBody.partial() });
