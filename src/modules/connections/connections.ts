import { and, asc, eq, ne, sql } from "drizzle-orm";
import { cachedUntilChange } from "../../kit/db/changes.ts";
import type { ReleaseUnseenTickets } from "../../kit/db/hooks.ts";
import { Fault } from "../../kit/fault.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { auditChange } from "../audit/changes.ts";
import { users } from "../users/table.ts";
import { emitUsersOfQueues } from "../users/users.ts";
import { type Body, refuseInvalid } from "./body.ts";
import { setQueues, symmetricDifference, withQueues } from "./queues.ts";
import { connections, type Connection } from "./table.ts";

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

const byId = query((db) =>
  db
    .select()
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id"))),
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

/** Stores what else belongs to a connection, in the same transaction. */
type Also = (tx: Tx, connection: Connection) => void;

/** A new connection; the first is the default. Throws a conflict on a taken name, invalid. */
export function create(
  db: CompanyDb,
  { queueIds = [], ...values }: Body,
  by: number | null = null,
  also?: Also,
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
    also?.(tx, find(tx, id));
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
    also,
  }: { by?: number | null; releaseUnseenTickets?: ReleaseUnseenTickets; also?: Also } = {},
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
    also?.(tx, after);
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

/** A connection as audit entries name it. */
export const auditSubject = ({ id, name }: Pick<Connection, "id" | "name">) =>
  `connection ${id} ${name}`;

/** A connection without its QR code, which only users who may link a phone get. */
export const withoutQrcode = (connection: Connection): Connection => ({
  ...connection,
  qrcode: "",
});

/** Emits a connection's present state. */
export function emitUpdate(tx: Tx, id: number, more: { isRepeat?: boolean } = {}): Connection {
  const connection = find(tx, id);
  tx.emit(
    "whatsapp",
    "update",
    { whatsapp: withoutQrcode(connection), ...more },
    { to: "everyone" },
  );
  return connection;
}

// A queue that is removed from a connection can no longer be its default queue.
function dropForeignDefault(tx: Tx, id: number) {
  const { defaultQueueId, queueIds } = find(tx, id);
  if (defaultQueueId !== null && !queueIds.includes(defaultQueueId))
    tx.update(connections).set({ defaultQueueId: null }).where(eq(connections.id, id)).run();
}

function clearOtherDefaults(tx: Tx, id: number) {
  const before = tx
    .update(connections)
    .set({ isDefault: false })
    .where(and(eq(connections.isDefault, true), ne(connections.id, id)))
    .returning({ id: connections.id })
    .get();
  if (before) emitUpdate(tx, before.id);
}
