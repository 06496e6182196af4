import { Elysia } from "elysia";
import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { notOnVisits } from "../kit/fault.ts";
import type { Seals } from "../kit/files/seal.ts";
import type { ReleaseUnseenTickets } from "../kit/db/hooks.ts";
import { idParam, phone } from "../kit/http/fields.ts";
import type { AuthContext } from "../kit/http/auth-context.ts";
import { inject, routes } from "../kit/http/http.ts";
import { holds } from "../shared/permissions.ts";
import * as tokens from "../modules/api-tokens/tokens.ts";
import { refuseBeyondPlan } from "../modules/companies/limits.ts";
import { accountFields, numberTaken, saveAccount } from "../modules/cloud-accounts/accounts.ts";
import {
  type CloudBody,
  cloudBody,
  cloudFields,
  usualVersion,
} from "../modules/cloud-accounts/body.ts";
import type { OfficialChannel } from "../modules/cloud-accounts/official-channel.ts";
import { connectionBody } from "../modules/connections/body.ts";
import {
  create,
  find,
  list,
  remove,
  withoutQrcode,
  update,
} from "../modules/connections/connections.ts";
import { onChannel } from "../modules/connections/on-channel.ts";
import type { Connection } from "../modules/connections/table.ts";
import { sendTest } from "../modules/tickets/lifecycle/test-message.ts";
import { connections } from "../modules/connections/table.ts";

type Caller = Pick<AuthContext, "me" | "db">;

/** Connections as the caller may see them. */
const visibleTo = ({ me }: Caller, all: Connection[]): Connection[] =>
  holds(me, "connections-page:actionButtons") ? all : all.map(withoutQrcode);

/** One connection, with its account on the official channel for users who may change it. */
const one = (caller: Caller, id: number) => ({
  ...visibleTo(caller, [find(caller.db, id)])[0],
  ...(holds(caller.me, "connections-page:editOrDeleteConnection") && accountFields(caller.db, id)),
});

/** The fields of the official channel in a form, and the others. */
function divided<Body extends CloudBody>({
  phoneNumberId,
  wabaId,
  accessToken,
  appSecret,
  apiVersion,
  ...connection
}: Body) {
  return { connection, cloud: { phoneNumberId, wabaId, accessToken, appSecret, apiVersion } };
}

/** Throws a conflict where a running connection, of any company, has the number of a form. */
function refuseRunning(official: OfficialChannel, { phoneNumberId }: CloudBody, own?: string) {
  if (phoneNumberId && phoneNumberId !== own && official.has(phoneNumberId)) throw numberTaken();
}

const isOf =
  (connection: number) =>
  ({ whatsappId }: { whatsappId: number | null }) =>
    whatsappId === connection;

const connectionManager = inject<ConnectionManager>()("connectionManager");

export const connectionRoutes = routes("/whatsapp")
  .use(connectionManager)
  .use(inject<OfficialChannel>()("officialChannel"))
  .use(inject<Seals>()("seals"))
  .use(inject<ReleaseUnseenTickets>()("releaseUnseenTickets"))
  .get("/", (asking) => visibleTo(asking, list(asking.db)), { can: "connections.read" })
  .get("/:id", (asking) => one(asking, asking.params.id), {
    can: "connections.read",
    params: idParam,
  })
  .post(
    "/",
    async ({ connectionManager, officialChannel, seals, body, set, ...asking }) => {
      const { db, control, me } = asking;
      refuseBeyondPlan(control, db, "connections");
      const { connection, cloud } = divided(body);
      refuseRunning(officialChannel, cloud);
      const { id } = create(db, connection, me.id, (tx, created) => {
        if (created.provider === "cloud") saveAccount(tx, seals, created, cloud, me.id);
      });
      await connectionManager.start(db.company, id);
      set.status = 201;
      return one(asking, id);
    },
    { can: "connections-page:addConnection", body: connectionBody.extend(cloudFields) },
  )
  .put(
    "/:id",
    async ({ params, body, releaseUnseenTickets, connectionManager, ...services }) => {
      const { officialChannel, seals, ...asking } = services;
      const { db, me } = asking;
      const { connection, cloud } = divided(body);
      refuseRunning(officialChannel, cloud, accountFields(db, params.id)?.phoneNumberId);
      update(db, params.id, connection, {
        by: me.id,
        releaseUnseenTickets,
        also: (tx, changed) => {
          if (changed.provider === "cloud") saveAccount(tx, seals, changed, cloud, me.id);
        },
      });
      if (Object.values(cloud).some(Boolean)) await connectionManager.start(db.company, params.id);
      return one(asking, params.id);
    },
    {
      can: "connections-page:editOrDeleteConnection",
      params: idParam,
      body: connectionBody.partial().extend(cloudFields),
      edits: { table: connections, isTouched: true },
    },
  )
  .delete(
    "/:id",
    async ({ db, control, me, connectionManager, releaseUnseenTickets, params }) => {
      find(db, params.id);
      // Its tokens would go with it.
      if (me.isVisiting && tokens.list(control, db.company).some(isOf(params.id)))
        throw notOnVisits();
      await connectionManager.forget(db.company, params.id);
      tokens.revokeOf(db, control, params.id, me.id);
      return remove(db, params.id, { by: me.id, releaseUnseenTickets });
    },
    { can: "connections-page:editOrDeleteConnection", params: idParam },
  )
  .post(
    "/:id/test",
    ({ db, connectionManager, params }) => sendTest(db, connectionManager, params.id),
    { can: "connections-page:actionButtons", params: idParam },
  );

/** Asks Meta about the fields of the official channel before they are saved. */
export const cloudCheckRoutes = routes("/whatsapp-cloud-check")
  .use(inject<OfficialChannel>()("officialChannel"))
  .post(
    "/",
    ({ officialChannel, body }) =>
      officialChannel.check({ ...body, apiVersion: body.apiVersion ?? usualVersion }),
    {
      can: "connections-page:addConnection",
      body: cloudBody.required({
        phoneNumberId: true,
        wabaId: true,
        accessToken: true,
        appSecret: true,
      }),
    },
  );

/** API tokens of one connection. rules.md#api-tokens */
const connectionTokenRoutes = routes("/whatsapp/:id/token")
  .post(
    "/",
    ({ db, control, me, params, body, set }) => {
      set.status = 201;
      return tokens.issue(db, control, params.id, body, me.id);
    },
    {
      can: "api-tokens.write",
      plan: "useExternalApi",
      params: idParam,
      body: tokens.tokenBody,
    },
  )
  .delete("/", ({ db, control, me, params }) => tokens.revokeOf(db, control, params.id, me.id), {
    can: "api-tokens.write",
    params: idParam,
  });

/** All of a company's. */
const companyTokenRoutes = routes("/api-tokens")
  .get("/", ({ db, control }) => tokens.list(control, db.company), { can: "messages-api.read" })
  .post(
    "/",
    ({ db, control, me, body: { whatsappId, ...body }, set }) => {
      set.status = 201;
      return tokens.issue(db, control, whatsappId, body, me.id);
    },
    { can: "api-tokens.write", plan: "useExternalApi", body: tokens.companyTokenBody },
  )
  .delete("/:id", ({ db, control, me, params }) => tokens.revoke(db, control, params.id, me.id), {
    can: "api-tokens.write",
    params: idParam,
  });

export const tokenRoutes = new Elysia().use(connectionTokenRoutes).use(companyTokenRoutes);

const can = "connections-page:actionButtons";

const singleRoutes = routes("/whatsappsession")
  .use(connectionManager)
  .post(
    "/:id",
    async ({ connectionManager, params, ...asking }) => {
      const { db } = asking;
      find(db, params.id);
      await connectionManager.start(db.company, params.id);
      return one(asking, params.id);
    },
    { can, params: idParam },
  )
  .put(
    "/:id",
    async ({ connectionManager, params, ...asking }) => {
      const { db } = asking;
      find(db, params.id);
      await connectionManager.logout(db.company, params.id);
      await connectionManager.start(db.company, params.id);
      return one(asking, params.id);
    },
    { can, params: idParam },
  )
  .delete(
    "/:id",
    async ({ connectionManager, params, ...asking }) => {
      const { db } = asking;
      find(db, params.id);
      await connectionManager.logout(db.company, params.id);
      return one(asking, params.id);
    },
    { can, params: idParam },
  )
  .post(
    "/:id/code",
    async ({ db, connectionManager, params, body }) => {
      const { id } = find(db, params.id);
      return {
        code: await onChannel(
          db,
          connectionManager,
          id,
          (channel) => channel.pairingCode(body.number),
          { within: 25_000, ability: "pairing" },
        ),
      };
    },
    { can, params: idParam, body: z.object({ number: phone }) },
  );

/**
 * Received messages that a connection could not hand over: the list, and trying them again.
 * rules.md#no-message-lost
 */
const setAsideRoutes = routes("/whatsappsession/:id/set-aside")
  .use(connectionManager)
  .get(
    "/",
    async ({ db, connectionManager, params }) =>
      onChannel(db, connectionManager, find(db, params.id).id, (channel) => channel.setAside()),
    { can, params: idParam },
  )
  .post(
    "/",
    async ({ connectionManager, params, ...asking }) => {
      const { db } = asking;
      await onChannel(db, connectionManager, find(db, params.id).id, (channel) =>
        channel.retrySetAside(),
      );
      return one(asking, params.id);
    },
    { can, params: idParam },
  );

const restartRoutes = routes("/whatsapp-restart")
  .use(connectionManager)
  .post(
    "/",
    async ({ connectionManager, ...asking }) => {
      const { db } = asking;
      // A connection without a linked phone would only show a QR code that no person scans.
      const linked = list(db).filter(({ id }) => connectionManager.channel(db.company, id)?.linked);
      await Promise.all(linked.map(({ id }) => connectionManager.start(db.company, id)));
      return visibleTo(asking, list(db));
    },
    { can },
  );

/**
 * A connection's session: restart, a new QR code, a pairing code, sign out; and restarting all of
 * them.
 */
export const sessionRoutes = new Elysia().use(singleRoutes).use(setAsideRoutes).use(restartRoutes);
