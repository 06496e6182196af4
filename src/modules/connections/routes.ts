import { Elysia } from "elysia";
import { z } from "zod";
import type { Lines } from "../../channel/channel.ts";
import type { ReleaseUnseenTickets } from "../../kit/hooks.ts";
import { idParam, phone } from "../../kit/fields.ts";
import { inject, routes, type AuthContext } from "../../kit/http.ts";
import { holds } from "../../shared/permissions.ts";
import { refuseBeyondPlan } from "../companies/limits.ts";
import { connectionBody, create, find, list, remove, withoutQrcode, update } from "./connections.ts";
import { onChannel } from "./on-channel.ts";
import type { Connection } from "./table.ts";
import { issue, ofCompany, revoke } from "./tokens.ts";

type Caller = Pick<AuthContext, "me" | "store" | "control">;

/** Connections as the caller may see them. */
function visibleTo({ me, store, control }: Caller, found: Connection[]): Connection[] {
  if (!holds(me.profile, "connections-page:actionButtons")) return found.map(withoutQrcode);
  const tokens = ofCompany(control, store.company);
  return found.map((connection) => ({ ...connection, token: tokens.get(connection.id) ?? null }));
}

const one = (caller: Caller, id: number) => visibleTo(caller, [find(caller.store, id)])[0];

const lines = inject<Lines>()("lines");

export const connectionRoutes = routes("/whatsapp")
  .use(lines)
  .use(inject<ReleaseUnseenTickets>()("releaseUnseenTickets"))
  .get("/", (asking) => visibleTo(asking, list(asking.store)), { can: "connections.read" })
  .get("/:id", (asking) => one(asking, asking.params.id), { can: "connections.read", params: idParam })
  .post("/", async ({ lines, body, set, ...asking }) => {
    const { store, control } = asking;
    refuseBeyondPlan(control, store.company, "connections", list(store).length);
    const { id } = create(store, body, asking.me.id);
    await lines.start(store.company, id);
    set.status = 201;
    return one(asking, id);
  }, { can: "connections-page:addConnection", body: connectionBody })
  .put("/:id", ({ params, body, releaseUnseenTickets, ...asking }) => visibleTo(asking, [update(asking.store, params.id, body, { by: asking.me.id, releaseUnseenTickets })])[0], { can: "connections-page:editOrDeleteConnection", params: idParam, body: connectionBody.partial() })
  .delete("/:id", async ({ store, control, me, lines, releaseUnseenTickets, params }) => {
    find(store, params.id);
    await lines.forget(store.company, params.id);
    revoke(store, control, params.id, me.id);
    return remove(store, params.id, { by: me.id, releaseUnseenTickets });
  }, { can: "connections-page:editOrDeleteConnection", params: idParam });

/** API tokens of connections. rules.md#api-tokens */
export const tokenRoutes = routes("/whatsapp/:id/token")
  .post("/", ({ store, control, me, params, set }) => {
    set.status = 201;
    return issue(store, control, params.id, me.id);
  }, { can: "connections-page:editOrDeleteConnection", plan: "useExternalApi", params: idParam })
  .delete("/", ({ store, control, me, params }) => revoke(store, control, params.id, me.id), { can: "connections-page:editOrDeleteConnection", params: idParam });

const can = "connections-page:actionButtons";

const singleRoutes = routes("/whatsappsession")
  .use(lines)
  .post("/:id", async ({ lines, params, ...asking }) => {
    const { store } = asking;
    find(store, params.id);
    await lines.start(store.company, params.id);
    return one(asking, params.id);
  }, { can, params: idParam })
  .put("/:id", async ({ lines, params, ...asking }) => {
    const { store } = asking;
    find(store, params.id);
    await lines.logout(store.company, params.id);
    await lines.start(store.company, params.id);
    return one(asking, params.id);
  }, { can, params: idParam })
  .delete("/:id", async ({ lines, params, ...asking }) => {
    const { store } = asking;
    find(store, params.id);
    await lines.logout(store.company, params.id);
    return one(asking, params.id);
  }, { can, params: idParam })
  .post("/:id/code", async ({ store, lines, params, body }) => {
    const { id } = find(store, params.id);
    return { code: await onChannel(store, lines, id, (channel) => channel.pairingCode(body.number), { within: 25_000 }) };
  }, { can, params: idParam, body: z.object({ number: phone }) });

/** Received messages that a connection could not hand over: the list, and trying them again. rules.md#nothing-given-up */
const setAsideRoutes = routes("/whatsappsession/:id/set-aside")
  .use(lines)
  .get("/", async ({ store, lines, params }) => onChannel(store, lines, find(store, params.id).id, (channel) => channel.setAside()), { can, params: idParam })
  .post("/", async ({ lines, params, ...asking }) => {
    const { store } = asking;
    await onChannel(store, lines, find(store, params.id).id, (channel) => channel.takeUp());
    return one(asking, params.id);
  }, { can, params: idParam });

const restartRoutes = routes("/whatsapp-restart")
  .use(lines)
  .post("/", async ({ lines, ...asking }) => {
    const { store } = asking;
    // A connection that no phone is linked to would only show a QR code that nobody reads.
    const linked = list(store).filter(({ id }) => lines.channel(store.company, id)?.linked);
    await Promise.all(linked.map(({ id }) => lines.start(store.company, id)));
    return visibleTo(asking, list(store));
  }, { can });

/** A connection's session: restart, a new QR code, a pairing code, sign out; and restarting all of them. */
export const sessionRoutes = new Elysia().use(singleRoutes).use(setAsideRoutes).use(restartRoutes);
