import { z } from "zod";
import type { ConnectionManager } from "../../channel/channel.ts";
import { idParam } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import { connectionFor } from "../connections/connections.ts";
import { all, keepHiddenName, contactBody, contactChange, contactQuery, find, list, numberQuery, withNumber } from "./contacts.ts";
import { withFields } from "./fields.ts";
import { add, change, groupOf, importPeople, refreshPicture, setActive } from "./network.ts";

const source = z.object({ whatsappId: z.number().int().positive().nullish() }).optional();

export default routes("/contacts")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ store, me, query }) => list(store, query, me), { can: "contacts.read", query: contactQuery })
  .get("/list", ({ store }) => all(store), { can: "contacts.read" })
  .get("/filter", ({ store, query }) => withNumber(store, query.number), { can: "contacts.read", query: numberQuery })
  .get("/:id", ({ store, params }) => withFields(store, find(store.db, params.id)), { can: "contacts.read", params: idParam })
  .get("/:id/group", ({ store, connectionManager, params }) => groupOf(store, connectionManager, params.id), { can: "contacts.read", params: idParam })
  .post("/", ({ store, connectionManager, body, set }) => {
    set.status = 201;
    return add(store, connectionManager, body);
  }, { can: "contacts.write", body: contactBody })
  .post("/import", ({ store, me, connectionManager, body }) => importPeople(store, connectionManager, connectionFor(store, me.id, body?.whatsappId ?? undefined).id, "book"), { can: "contacts.write", body: source })
  .post("/import/chats", ({ store, me, connectionManager, body }) => importPeople(store, connectionManager, connectionFor(store, me.id, body?.whatsappId ?? undefined).id, "chats"), { can: "contacts.write", body: source })
  .post("/:id/picture", ({ store, connectionManager, params }) => refreshPicture(store, connectionManager, params.id), { can: "contacts.write", params: idParam })
  .put("/block/:id", ({ store, connectionManager, params, body }) => setActive(store, connectionManager, params.id, body.active), { can: "contacts.write", params: idParam, body: z.object({ active: z.boolean() }) })
  .put("/:id", ({ store, me, connectionManager, params, body }) => change(store, connectionManager, params.id, keepHiddenName(store, me, params.id, body)), { can: "contacts.write", params: idParam, body: contactChange });
