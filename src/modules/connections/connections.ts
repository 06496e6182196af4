import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import type { Line } from "../../channel/channel.ts";
import type { ReleaseUnseenTickets } from "../../kit/audience.ts";
import { arrayOf, bounded, name, verbatim } from "../../kit/fields.ts";
import { Fault, refuseFields } from "../../kit/fault.ts";
import { refuseUnknown } from "../../kit/references.ts";
import type { Store, Tx } from "../../kit/store.ts";
import { born, touched } from "../../kit/table.ts";
import { providers } from "../../shared/states.ts";
import { note as noteDeed } from "../audit/audit.ts";
import { noteChange } from "../audit/changes.ts";
import { refuseBoth } from "../integrations/choice.ts";
import { queues } from "../queues/table.ts";
import { users } from "../users/table.ts";
import { tellServing } from "../users/users.ts";
import { connectionQueues, connections, type Connection } from "./table.ts";

const id = z.number().int().positive();
const minutes = z.number().int().min(0).max(525_600);
const said = verbatim(2000);

export const connectionBody = z.object({
  name,
  provider: z.enum(providers).default("beta"), // doc 1 §9
  isDefault: z.boolean().optional(),
  greetingMessage: said.optional(),
  complationMessage: said.optional(),
  outOfHoursMessage: said.optional(),
  ratingMessage: said.optional(),
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
  phoneTest: bounded(20).trim().regex(/^\d{0,12}$/).optional(),
  reopenMinutes: minutes.optional(),
  queueIds: arrayOf(id, 200).optional(),
});
type Body = z.infer<typeof connectionBody>;

/** A connection's life as a screen that may link a phone shows it. `qrUntil` is when the QR code runs out. doc 1 §7 */
export type Session = Pick<Connection, "id" | "status" | "qrcode" | "retries" | "updatedAt" | "name" | "reason"> & { qrUntil: Date | null };

/** All connections by name. */
export const list = (store: Store): Connection[] => withQueues(store.db, store.db.select().from(connections).orderBy(asc(connections.name)).all());

/** Throws missing. */
export const find = (store: Store, id: number): Connection => found(store.db, id);

/** The connection that a user writes on: the one asked for, their own, or the default. Throws invalid when there is none. doc 4 §1.3 */
export function chosen(store: Store, userId: number, asked?: number): Connection {
  if (asked) return found(store.db, asked);
  const own = store.db.select({ id: users.whatsappId }).from(users).where(eq(users.id, userId)).get()?.id;
  const id = own ?? store.db.select({ id: connections.id }).from(connections).where(eq(connections.isDefault, true)).get()?.id;
  if (!id) throw new Fault("invalid", "ERR_NO_DEF_WAPP_FOUND", { message: "Nenhuma conexão padrão encontrada" });
  return found(store.db, id);
}

/** A new connection; the first is the default. Throws a conflict on a taken name, invalid. */
export function create(store: Store, { queueIds = [], ...values }: Body, by: number | null = null): Connection {
  return store.write((tx) => {
    const first = !tx.select({ id: connections.id }).from(connections).limit(1).get();
    if (values.isDefault) onlyDefault(tx, 0);
    refuseUnknown(tx, connections, values);
    const { id } = tx.insert(connections).values({ ...values, isDefault: first || (values.isDefault ?? false), ...born(store.now()) }).returning({ id: connections.id }).get();
    serve(tx, id, queueIds);
    refuseUnfit(found(tx, id));
    tellServing(tx, queueIds);
    noteDeed(tx, { userId: by, action: "connectionCreated", subject: called({ id, name: values.name }) });
    return tell(tx, id);
  });
}

/** Throws missing, invalid, a conflict on a taken name, or when it would leave no default. */
export function update(store: Store, id: number, { queueIds, provider: _, ...values }: Partial<Body>, { by = null, releaseUnseenTickets }: { by?: number | null; releaseUnseenTickets?: ReleaseUnseenTickets } = {}): Connection {
  return store.write((tx) => {
    const before = found(tx, id);
    if (values.isDefault === false && before.isDefault) throw new Fault("conflict", "ERR_NO_OTHER_WHATSAPP", { message: "É preciso haver uma conexão padrão" });
    if (values.isDefault) onlyDefault(tx, id);
    refuseUnknown(tx, connections, values);
    tx.update(connections).set({ ...values, ...touched(store.now()) }).where(eq(connections.id, id)).run();
    if (queueIds) serve(tx, id, queueIds);
    if (values.defaultQueueId === undefined) dropForeignDefault(tx, id);
    const after = found(tx, id);
    refuseUnfit(after);
    noteChange(tx, { userId: by, action: "connectionChanged", subject: called(before), table: connections, before, after });
    if (queueIds) {
      releaseUnseenTickets?.(tx);
      tellServing(tx, different(before.queueIds, queueIds));
    }
    return tell(tx, id);
  });
}

/** Removes a connection; its tickets and messages stay. Another becomes the default. Throws missing. */
export function remove(store: Store, id: number, { by = null, releaseUnseenTickets }: { by?: number | null; releaseUnseenTickets?: ReleaseUnseenTickets } = {}) {
  return store.write((tx) => {
    const before = found(tx, id);
    noteDeed(tx, { userId: by, action: "connectionDeleted", subject: called(before) });
    tx.delete(connections).where(eq(connections.id, id)).run();
    releaseUnseenTickets?.(tx);
    tx.emit("whatsapp", "delete", { whatsappId: id }, { to: "everyone" });
    const heir = before.isDefault && tx.select({ id: connections.id }).from(connections).orderBy(asc(connections.id)).limit(1).get();
    if (!heir) return {};
    tx.update(connections).set({ isDefault: true }).where(eq(connections.id, heir.id)).run();
    tell(tx, heir.id);
    return {};
  });
}

/**
 * The channel's word on its line. Everyone is told of the connection; the session is returned, to be whispered to who may link a phone: a QR code does that, and
 * must not be kept among the events. Undefined when the connection is gone.
 */
export function note(store: Store, id: number, { status, qrcode, qrUntil, number, reason, retries = status === "CONNECTED" ? 0 : undefined }: Line): Session | undefined {
  return store.write((tx) => {
    const values = { status, qrcode, reason: reason ?? null, ...(number !== undefined && { number }), ...(retries !== undefined && { retries }), ...touched(store.now()) };
    const row = tx.update(connections).set(values).where(eq(connections.id, id)).returning().get();
    if (!row) return undefined;
    tell(tx, id);
    return { id, status, qrcode, qrUntil: qrUntil === undefined ? null : new Date(qrUntil), retries: row.retries, updatedAt: row.updatedAt, name: row.name, reason: row.reason };
  });
}

/** The channel's word on how many messages it heard and could not hand over. rules.md#nothing-given-up */
export function noteSetAside(store: Store, id: number, count: number) {
  if (store.db.select({ count: connections.setAside }).from(connections).where(eq(connections.id, id)).get()?.count === count) return;
  store.write((tx) => {
    const row = tx.update(connections).set({ setAside: count }).where(eq(connections.id, id)).returning({ id: connections.id }).get();
    if (row) tell(tx, id);
  });
}

/** A connection as what is noted of it names it. */
export const called = ({ id, name }: Pick<Connection, "id" | "name">) => `connection ${id} ${name}`;

/** A connection as anyone may see it. */
export const shown = (connection: Connection): Connection => ({ ...connection, qrcode: "" });

function found(db: Store["db"] | Tx, id: number): Connection {
  const [connection] = withQueues(db, db.select().from(connections).where(eq(connections.id, id)).all());
  if (!connection) throw new Fault("missing", "ERR_NO_WAPP_FOUND", { message: "Conexão não encontrada" });
  return connection;
}

function tell(tx: Tx, id: number): Connection {
  const connection = found(tx, id);
  tx.emit("whatsapp", "update", { whatsapp: shown(connection) }, { to: "everyone" });
  return connection;
}

// What a customer could not make sense of: a menu without a word, an end or a way that says nothing.
function refuseUnfit(row: Connection) {
  refuseBoth(row);
  const { queueIds, greetingMessage, expiresTicket, expiresBotTicket, expiresInactiveMessage, timeToTransfer, transferQueueId, defaultQueueId } = row;
  if (queueIds.length > 1 && greetingMessage.trim() === "") {
    throw new Fault("invalid", "ERR_WAPP_GREETING_REQUIRED", { message: "Com mais de uma fila, a saudação é obrigatória", fields: { greetingMessage: "required" } });
  }
  refuseFields({
    ...((expiresTicket > 0 || expiresBotTicket > 0) && expiresInactiveMessage.trim() === "" && { expiresInactiveMessage: "required" }),
    ...(timeToTransfer > 0 && transferQueueId === null && { transferQueueId: "required" }),
    ...(defaultQueueId !== null && !queueIds.includes(defaultQueueId) && { defaultQueueId: "invalid" }),
  });
}

// A queue that is taken from a connection is its default no more.
function dropForeignDefault(tx: Tx, id: number) {
  const { defaultQueueId, queueIds } = found(tx, id);
  if (defaultQueueId !== null && !queueIds.includes(defaultQueueId)) tx.update(connections).set({ defaultQueueId: null }).where(eq(connections.id, id)).run();
}

function serve(tx: Tx, connectionId: number, queueIds: number[]) {
  const known = tx.select({ id: queues.id }).from(queues).where(inArray(queues.id, queueIds)).all();
  if (known.length < new Set(queueIds).size) throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", { message: "Um dos registros indicados não existe", fields: { queueIds: "invalid" } });
  tx.delete(connectionQueues).where(eq(connectionQueues.connectionId, connectionId)).run();
  for (const queueId of new Set(queueIds)) tx.insert(connectionQueues).values({ connectionId, queueId }).run();
}

const different = (some: number[], others: number[]) => [...some.filter((id) => !others.includes(id)), ...others.filter((id) => !some.includes(id))];

function onlyDefault(tx: Tx, id: number) {
  const before = tx.update(connections).set({ isDefault: false }).where(and(eq(connections.isDefault, true), ne(connections.id, id))).returning({ id: connections.id }).get();
  if (before) tell(tx, before.id);
}

function withQueues(db: Store["db"] | Tx, rows: (typeof connections.$inferSelect)[]): Connection[] {
  const served = db.select({ connectionId: connectionQueues.connectionId, id: queues.id, name: queues.name, color: queues.color }).from(connectionQueues)
    .innerJoin(queues, eq(queues.id, connectionQueues.queueId)).where(inArray(connectionQueues.connectionId, rows.map((row) => row.id)))
    .orderBy(asc(queues.orderQueue), asc(queues.name)).all();
  return rows.map((row) => {
    const own = served.filter((queue) => queue.connectionId === row.id).map(({ connectionId: _, ...queue }) => queue);
    return { ...row, queueIds: own.map((queue) => queue.id), queues: own };
  });
}
