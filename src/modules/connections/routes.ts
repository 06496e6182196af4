import type { Lines } from "../../channel/channel.ts";
import { idParam } from "../../kit/fields.ts";
import { given, routes } from "../../kit/http.ts";
import { holds } from "../../shared.ts";
import { connectionBody, create, find, list, remove, shown, update } from "./connections.ts";
import type { Connection } from "./table.ts";
import type { Me } from "../../kit/audience.ts";

const seenAs = (me: Me) => (connection: Connection) => (holds(me.profile, "connections-page:actionButtons") ? connection : shown(connection));

const lines = given<Lines>()("lines");

export const connectionRoutes = routes("/whatsapp")
  .use(lines)
  .get("/", ({ store, me }) => list(store).map(seenAs(me)), { can: "connections.read" })
  .get("/:id", ({ store, me, params }) => seenAs(me)(find(store, params.id)), { can: "connections.read", params: idParam })
  .post("/", async ({ store, lines, body, set }) => {
    const { id } = create(store, body);
    await lines.start(store.company, id);
    set.status = 201;
    return find(store, id);
  }, { can: "connections-page:addConnection", body: connectionBody })
  .put("/:id", ({ store, params, body }) => update(store, params.id, body), { can: "connections-page:editOrDeleteConnection", params: idParam, body: connectionBody.partial() })
  .delete("/:id", async ({ store, lines, params }) => {
    find(store, params.id);
    await lines.forget(store.company, params.id);
    return remove(store, params.id);
  }, { can: "connections-page:editOrDeleteConnection", params: idParam });

/** A connection's session: up again, a new QR code, or given up. doc 4 §1.29 */
export const sessionRoutes = routes("/whatsappsession")
  .use(lines)
  .post("/:id", async ({ store, lines, params }) => {
    find(store, params.id);
    await lines.start(store.company, params.id);
    return find(store, params.id);
  }, { can: "connections-page:actionButtons", params: idParam })
  .put("/:id", async ({ store, lines, params }) => {
    find(store, params.id);
    await lines.logout(store.company, params.id);
    await lines.start(store.company, params.id);
    return find(store, params.id);
  }, { can: "connections-page:actionButtons", params: idParam })
  .delete("/:id", async ({ store, lines, params }) => {
    find(store, params.id);
    await lines.logout(store.company, params.id);
    return find(store, params.id);
  }, { can: "connections-page:actionButtons", params: idParam });
