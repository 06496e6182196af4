import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { ConnectionStatus } from "../../channel/channel.ts";
import { cachedUntilChange } from "../../kit/db/changes.ts";
import type { ReleaseUnseenTickets } from "../../kit/db/hooks.ts";
import { arrayOf, bounded, id, name, verbatim } from "../../kit/http/fields.ts";
import { Fault, refuseFields } from "../../kit/fault.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { prepared, type CompanyDb, type Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { providers } from "../../shared/states.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { auditChange } from "../audit/changes.ts";
import { refuseIntegrationAndAi } from "../integrations/choice.ts";
import { takeBack } from "../notifications/notify.ts";
import { notifications } from "../notifications/table.ts";
import { queues } from "../queues/table.ts";
import { users } from "../users/table.ts";
import { emitUsersOfQueues } from "../users/users.ts";
import { isOutage, notifyOfOutage } from "./outage.ts";
import { connectionQueues, connections, type Connection } from "./table.ts";

const minutes = z.number().int().min(0).max(525_600);
const messageText = verbatim(2000);

export const connectionBody = z.object({
  name,
  provider: z.enum(providers).default("beta"),
  isDefault: z.boolean().optional(),
  greetingMessage: messageText.optional(),
  complationMessage: messageText.optional(),
  outOfHoursMessage: messageText.optional(),
  ratingMessage: messageText.optional(),
  expiresInactiveMessage: verbatim(250).optional(),
  expiresTicket: minutes.optional(),
  expiresBotTicket: minutes.optional(),
  timeUseBotQueues: minutes.optional(),
  maxUseBotQueues: z.number().int().min(0).max(100).optional(),
  timeToTransfer: minutes.optional(),
  transferQueueId: id.nullable().optional(),
  defaultQueueId: id.nullable().optional(), // rules.md#default-queue
  integrationId: id.nullable().optional(),
  promptId: id.nullable().optional(),
  phoneTest: bounded(20)
    .trim()
    .regex(/^\d{0,12}$/)
    .optional(),
  reopenMinutes: minutes.optional(),
  queueIds: arrayOf(id, 200).optional(),
});
type Body = z.infer<typeof connectionBody>;

/**
 * A connection's session for screens that link phones. `qrUntil`: the time when the QR code
 * expires.
 */
export type Session = Pick<
  Connection,
  "id" | "status" | "qrcode" | "retries" | "updatedAt" | "name" | "reason"
> & { qrUntil: Date | null };

/** All connections by name. */
export const list = (db: CompanyDb): Connection[] =>
  withQueues(db, db.select().from(connections).orderBy(asc(connections.name)).all());

/** Throws missing. */
export function find(db: CompanyDb, id: number): Connection {
  const connection = findIfAny(db, id);
  if (!connection)
    throw new Fault("missing", "ERR_NO_WAPP_FOUND", { message: "Conexão não encontrada" });
  return connection;
}

export const findIfAny = (db: CompanyDb, id: number): Connection | undefined =>
  cached(db.sqlite, String(id), () => withQueues(db, byId(db).all({ id }))[0]);

const byId = prepared((db) =>
  db
    .select()
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id")))
    .prepare(),
);

// Each incoming and outgoing message reads its connection.
const cached = cachedUntilChange<Connection | undefined>(
  "connectionsChanged",
  ["connections", "connectionQueues", "queues"].map((table) => ({ table })),
  100,
);

/**
 * The connection for a user's message: the requested one, the user's own, or the default. Throws
 * invalid when there is none.
 */
export function connectionFor(db: CompanyDb, userId: number, requestedId?: number): Connection {
  if (requestedId) return find(db, requestedId);
  const own = db.select({ id: users.whatsappId }).from(users).where(eq(users.id, userId)).get()?.id;
  const id =
    own ??
    db.select({ id: connections.id }).from(connections).where(eq(connections.isDefault, true)).get()
      ?.id;
  if (!id)
    throw new Fault("invalid", "ERR_NO_DEF_WAPP_FOUND", {
      message: "Nenhuma conexão padrão encontrada",
    });
  return find(db, id);
}

/** A new connection; the first is the default. Throws a conflict on a taken name, invalid. */
export function create(
  db: CompanyDb,
  { queueIds = [], ...values }: Body,
  by: number | null = null,
): Connection {
  return db.write((tx) => {
    const first = !tx.select({ id: connections.id }).from(connections).limit(1).get();
    if (values.isDefault) clearOtherDefaults(tx, 0);
    refuseMissingReferences(tx, connections, values);
    const { id } = tx
      .insert(connections)
      .values({
        ...values,
        isDefault: first || (values.isDefault ?? false),
        ...insertTimestamps(db.now()),
      })
      .returning({ id: connections.id })
      .get();
    setQueues(tx, id, queueIds);
    refuseInvalid(find(tx, id));
    emitUsersOfQueues(tx, queueIds);
    addAuditEntry(tx, {
      userId: by,
      action: "connectionCreated",
      subject: auditSubject({ id, name: values.name }),
    });
    return emitUpdate(tx, id);
  });
}

/** Throws missing, invalid, and a conflict on a taken name or when no default would be left. */
export function update(
  db: CompanyDb,
  id: number,
  { queueIds, provider: _, ...values }: Partial<Body>,
  {
    by = null,
    releaseUnseenTickets,
  }: { by?: number | null; releaseUnseenTickets?: ReleaseUnseenTickets } = {},
): Connection {
  return db.write((tx) => {
    const before = find(tx, id);
    if (values.isDefault === false && before.isDefault)
      throw new Fault("conflict", "ERR_NO_OTHER_WHATSAPP", {
        message: "É preciso haver uma conexão padrão",
      });
    if (values.isDefault) clearOtherDefaults(tx, id);
    refuseMissingReferences(tx, connections, values);
    tx.update(connections)
      .set({ ...values, ...updateTimestamps(db.now()) })
      .where(eq(connections.id, id))
      .run();
    if (queueIds) setQueues(tx, id, queueIds);
    if (values.defaultQueueId === undefined) dropForeignDefault(tx, id);
    const after = find(tx, id);
    refuseInvalid(after);
    auditChange(tx, {
      userId: by,
      action: "connectionChanged",
      subject: auditSubject(before),
      table: connections,
      before,
      after,
    });
    if (queueIds) {
      releaseUnseenTickets?.(tx);
      emitUsersOfQueues(tx, symmetricDifference(before.queueIds, queueIds));
    }
    return emitUpdate(tx, id);
  });
}

/**
 * Deletes a connection; its tickets and messages stay. Another becomes the default. Throws missing.
 */
export function remove(
  db: CompanyDb,
  id: number,
  {
    by = null,
    releaseUnseenTickets,
  }: { by?: number | null; releaseUnseenTickets?: ReleaseUnseenTickets } = {},
) {
  return db.write((tx) => {
    const before = find(tx, id);
    addAuditEntry(tx, { userId: by, action: "connectionDeleted", subject: auditSubject(before) });
    tx.delete(connections).where(eq(connections.id, id)).run();
    releaseUnseenTickets?.(tx);
    tx.emit("whatsapp", "delete", { whatsappId: id }, { to: "everyone" });
    const nextDefault =
      before.isDefault &&
      tx
        .select({ id: connections.id })
        .from(connections)
        .orderBy(asc(connections.id))
        .limit(1)
        .get();
    if (!nextDefault) return {};
    tx.update(connections).set({ isDefault: true }).where(eq(connections.id, nextDefault.id)).run();
    emitUpdate(tx, nextDefault.id);
    return {};
  });
}

/**
 * Saves the status that the channel reports, and emits the connection without its QR code. Returns
 * the session, to be sent only to users who may link a phone. The QR code is enough to link one, so
 * no stored event has it. Undefined when the connection is gone.
 */
export function saveStatus(
  db: CompanyDb,
  id: number,
  {
    status,
    qrcode,
    qrUntil,
    number,
    reason,
    retries = status === "CONNECTED" ? 0 : undefined,
  }: ConnectionStatus,
): Session | undefined {
  return db.write((tx) => {
    const values = {
      status,
      qrcode,
      reason: reason ?? null,
      ...(number !== undefined && { number }),
      ...(retries !== undefined && { retries }),
      ...updateTimestamps(db.now()),
    };
    const row = tx.update(connections).set(values).where(eq(connections.id, id)).returning().get();
    if (!row) return undefined;
    if (status === "CONNECTED") takeBack(tx, eq(notifications.whatsappId, id));
    else if (isOutage(row)) notifyOfOutage(tx, id);
    emitUpdate(tx, id);
    return {
      id,
      status,
      qrcode,
      qrUntil: qrUntil === undefined ? null : new Date(qrUntil),
      retries: row.retries,
      updatedAt: row.updatedAt,
      name: row.name,
      reason: row.reason,
    };
  });
}

/**
 * Saves the number of received messages that the channel could not hand over.
 * rules.md#no-message-lost
 */
export function saveSetAside(db: CompanyDb, id: number, count: number) {
  if (
    db.select({ count: connections.setAside }).from(connections).where(eq(connections.id, id)).get()
      ?.count === count
  )
    return;
  db.write((tx) => {
    const row = tx
      .update(connections)
      .set({ setAside: count })
      .where(eq(connections.id, id))
      .returning({ id: connections.id })
      .get();
    if (row) emitUpdate(tx, id);
  });
}

/** A connection as audit entries name it. */
export const auditSubject = ({ id, name }: Pick<Connection, "id" | "name">) =>
  `connection ${id} ${name}`;

/** A connection without its QR code, which only users who may link a phone get. */
export const withoutQrcode = (connection: Connection): Connection => ({
  ...connection,
  qrcode: "",
});

/** Emits a connection's present state. */
export function emitUpdate(tx: Tx, id: number): Connection {
  const connection = find(tx, id);
  tx.emit("whatsapp", "update", { whatsapp: withoutQrcode(connection) }, { to: "everyone" });
  return connection;
}

// Throws invalid for a setting that would confuse customers: a menu without a greeting, a close
// without a text, a transfer without a queue.
function refuseInvalid(row: Connection) {
  refuseIntegrationAndAi(row);
  const {
    queueIds,
    greetingMessage,
    expiresTicket,
    expiresBotTicket,
    expiresInactiveMessage,
    timeToTransfer,
    transferQueueId,
    defaultQueueId,
  } = row;
  if (queueIds.length > 1 && greetingMessage.trim() === "") {
    throw new Fault("invalid", "ERR_WAPP_GREETING_REQUIRED", {
      message: "Com mais de uma fila, a saudação é obrigatória",
      fields: { greetingMessage: "required" },
    });
  }
  refuseFields({
    ...((expiresTicket > 0 || expiresBotTicket > 0) &&
      expiresInactiveMessage.trim() === "" && { expiresInactiveMessage: "required" }),
    ...(timeToTransfer > 0 && transferQueueId === null && { transferQueueId: "required" }),
    ...(defaultQueueId !== null &&
      !queueIds.includes(defaultQueueId) && { defaultQueueId: "invalid" }),
  });
}

// A queue that is removed from a connection can no longer be its default queue.
function dropForeignDefault(tx: Tx, id: number) {
  const { defaultQueueId, queueIds } = find(tx, id);
  if (defaultQueueId !== null && !queueIds.includes(defaultQueueId))
    tx.update(connections).set({ defaultQueueId: null }).where(eq(connections.id, id)).run();
}

function setQueues(tx: Tx, connectionId: number, queueIds: number[]) {
  const existing = tx
    .select({ id: queues.id })
    .from(queues)
    .where(inArray(queues.id, queueIds))
    .all();
  if (existing.length < new Set(queueIds).size)
    throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
      message: "Um dos registros indicados não existe",
      fields: { queueIds: "invalid" },
    });
  tx.delete(connectionQueues).where(eq(connectionQueues.connectionId, connectionId)).run();
  for (const queueId of new Set(queueIds))
    tx.insert(connectionQueues).values({ connectionId, queueId }).run();
}

const symmetricDifference = (some: number[], others: number[]) => [
  ...some.filter((id) => !others.includes(id)),
  ...others.filter((id) => !some.includes(id)),
];

function clearOtherDefaults(tx: Tx, id: number) {
  const before = tx
    .update(connections)
    .set({ isDefault: false })
    .where(and(eq(connections.isDefault, true), ne(connections.id, id)))
    .returning({ id: connections.id })
    .get();
  if (before) emitUpdate(tx, before.id);
}

function withQueues(db: CompanyDb, rows: (typeof connections.$inferSelect)[]): Connection[] {
  const queuesOfConnections = queuesQuery(db).all({
    ids: JSON.stringify(rows.map((row) => row.id)),
  });
  return rows.map((row) => {
    const own = queuesOfConnections
      .filter((queue) => queue.connectionId === row.id)
      .map(({ connectionId: _, ...queue }) => queue);
    return { ...row, queueIds: own.map((queue) => queue.id), queues: own };
  });
}

const queuesQuery = prepared((db) =>
  db
    .select({
      connectionId: connectionQueues.connectionId,
      id: queues.id,
      name: queues.name,
      color: queues.color,
    })
    .from(connectionQueues)
    .innerJoin(queues, eq(queues.id, connectionQueues.queueId))
    .where(
      inArray(
        connectionQueues.connectionId,
        sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`,
      ),
    )
    .orderBy(asc(queues.orderQueue), asc(queues.name))
    .prepare(),
);
