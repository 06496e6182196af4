import { Elysia } from "elysia";
import { z } from "zod";
import type { Lines } from "../../channel/channel.ts";
import { idParam, phone } from "../../kit/fields.ts";
import { given, routes } from "../../kit/http.ts";
import { holds } from "../../shared.ts";
import { connectionBody, create, find, list, remove, shown, update } from "./connections.ts";
import { reach } from "./reach.ts";
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

const can = "connections-page:actionButtons";

const oneByOne = routes("/whatsappsession")
  .use(lines)
  .post("/:id", async ({ store, lines, params }) => {
    find(store, params.id);
    await lines.start(store.company, params.id);
    return find(store, params.id);
  }, { can, params: idParam })
  .put("/:id", async ({ store, lines, params }) => {
    find(store, params.id);
    await lines.logout(store.company, params.id);
    await lines.start(store.company, params.id);
    return find(store, params.id);
  }, { can, params: idParam })
  .delete("/:id", async ({ store, lines, params }) => {
    find(store, params.id);
    await lines.logout(store.company, params.id);
    return find(store, params.id);
  }, { can, params: idParam })
  .post("/:id/code", async ({ store, lines, params, body }) => {
    const { id } = find(store, params.id);
    return { code: await reach(store, lines, id, (channel) => channel.pairingCode(body.number), { within: 25_000 }) };
  }, { can, params: idParam, body: z.object({ number: phone }) });

const all = routes("/whatsapp-restart")
  .use(lines)
  .post("/", async ({ store, lines }) => {
    // A line that no phone is linked to would only show a code that nobody reads.
    const linked = list(store).filter(({ id }) => lines.channel(store.company, id)?.linked);
    await Promise.all(linked.map(({ id }) => lines.start(store.company, id)));
    return list(store);
  }, { can });

/** A connection's session: up again, a new QR code, a code to type instead, or given up; and all of them up again. doc 4 §1.29 */
export const sessionRoutes = new Elysia().use(oneByOne).use(all);
