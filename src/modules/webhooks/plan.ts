import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { isDiskTrouble } from "../../kit/fault.ts";
import { log, trace } from "../../kit/process/log.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { contacts } from "../contacts/table.ts";
import { tickets } from "../tickets/table.ts";
import type { Notice } from "./notice.ts";
import { bodyOf, noticesOf, payloadOf, ticketNotices, type StoredEvent } from "./notices.ts";
import {
  webhookCursor,
  webhookDeliveries,
  webhooks,
  webhookTickets,
  type WebhookRow,
} from "./table.ts";

/** Events that are read in one write: it must be short, since people's writes wait for it. */
const batchSize = 200;

/**
 * Changes of a message that is older (ms) send no notices: its first notice may be deleted by now.
 */
const maxMessageAge = 7 * 86_400_000;

const cursorQuery = query((db) => db.select({ seq: webhookCursor.seq }).from(webhookCursor));
const activeQuery = query((db) => db.select().from(webhooks).where(eq(webhooks.active, true)));
const knownQuery = query((db) =>
  db
    .select()
    .from(webhookTickets)
    .where(eq(webhookTickets.ticketId, sql.placeholder("id"))),
);
const insertDelivery = query.insert(webhookDeliveries);

/**
 * The webhooks of a company that get notices now: those that are on, while its plan has the API.
 */
export const toldWebhooks = (db: CompanyDb): WebhookRow[] =>
  db.about().plan.useExternalApi ? activeQuery(db).all() : [];

/** Whether any webhook of a company is on. Called after each of its commits. */
export const isListening = (db: CompanyDb): boolean => cursorQuery(db).get() !== undefined;

/**
 * Starts to read events from now on, when the first webhook is turned on. Active tickets are stored
 * as they are. Called in the write that turns it on.
 */
export function startListening(tx: Tx) {
  if (cursorQuery(tx).get()) return;
  tx.insert(webhookCursor).values({ id: 1, seq: tx.seq() }).run();
  tx.delete(webhookTickets).run();
  tx.insert(webhookTickets)
    .select(
      tx
        .select({
          ticketId: tickets.id,
          status: tickets.status,
          queueId: tickets.queueId,
          userId: tickets.userId,
        })
        .from(tickets)
        .where(ne(tickets.status, "closed")),
    )
    .run();
}

/**
 * Makes the deliveries of the next events, in one write with how far it read, so that a kill loses
 * and doubles nothing. Returns whether there may be more. The
 * verbs that caused the events know nothing of it. rules.md#webhooks
 */
export function planDeliveries(db: CompanyDb): boolean {
  const from = cursorQuery(db).get()?.seq;
  if (from === undefined) return false;
  if (activeQuery(db).all().length === 0) {
    db.write((tx) => void tx.delete(webhookCursor).run());
    return false;
  }
  const active = toldWebhooks(db);
  const last = db.seq();
  if (last <= from) return false;
  const rows = db.sqlite
    .query<StoredEvent, [number]>(
      `SELECT seq, event, action, payload, createdAt FROM events WHERE seq > ? AND event IN ('appMessage', 'ticket', 'contact', 'order', 'payment', 'connectionRestriction', 'stockLow', 'campaign', 'whatsapp') ORDER BY seq LIMIT ${batchSize}`,
    )
    .all(from);
  const hasMore = rows.length === batchSize;
  db.write((tx) => {
    const notices = rows.flatMap((row) => readableNotices(tx, row));
    for (const notice of withLiving(tx, notices))
      for (const webhook of active) if (isWanted(webhook, notice)) addDelivery(tx, webhook, notice);
    tx.update(webhookCursor)
      .set({ seq: hasMore ? rows.at(-1)!.seq : last })
      .run();
  });
  return hasMore;
}

/**
 * Whether a webhook gets a notice. A filter leaves out what is of another queue, connection or tag;
 * a notice that has no such place passes. rules.md#webhooks
 */
function isWanted(
  { events, queueIds, whatsappIds, tagIds }: WebhookRow,
  { event, place = {} }: Notice,
): boolean {
  const passes = (ids: number[], of: (number | null)[] | undefined) =>
    ids.length === 0 || of === undefined || of.some((id) => id !== null && ids.includes(id));
  const only = (id: number | null | undefined) => (id === undefined ? undefined : [id]);
  return (
    events.includes(event) &&
    passes(queueIds, only(place.queueId)) &&
    passes(whatsappIds, only(place.whatsappId)) &&
    passes(tagIds, place.tagIds)
  );
}

// An event that can't be read, for example from an import, must not stop the notices of others.
function readableNotices(tx: Tx, row: StoredEvent): Notice[] {
  try {
    return noticesIn(tx, row);
  } catch (thrown) {
    if (isDiskTrouble(thrown)) throw thrown;
    log("error", "webhook", { company: tx.company, seq: row.seq, ...trace(thrown) });
    return [];
  }
}

function noticesIn(tx: Tx, row: StoredEvent): Notice[] {
  const payload = payloadOf(row);
  const { ticket, ticketId, message } = payload;
  const isOld = message && Date.parse(message.createdAt) < tx.now() - maxMessageAge;
  const notices = isOld ? [] : noticesOf(row, payload);
  if (row.event === "ticket" && row.action === "delete" && ticketId !== undefined)
    tx.delete(webhookTickets).where(eq(webhookTickets.ticketId, ticketId)).run();
  const moves =
    ticket && row.action !== "delete"
      ? ticketNotices(knownQuery(tx).get({ id: ticket.id }), ticket, row.seq, row.createdAt)
      : [];
  if (ticket && moves.length > 0) remember(tx, ticket);
  return [...moves, ...notices];
}

function remember(
  tx: Tx,
  {
    id: ticketId,
    status,
    queueId,
    userId,
  }: { id: number; status: string; queueId: number | null; userId: number | null },
) {
  tx.delete(webhookTickets).where(eq(webhookTickets.ticketId, ticketId)).run();
  // One that was deleted meanwhile is no longer there to refer to.
  if (
    status !== "closed" &&
    tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.id, ticketId)).get()
  )
    tx.insert(webhookTickets).values({ ticketId, status, queueId, userId }).run();
}

/**
 * Notices of contacts who were deleted or erased meanwhile are left out: their content is to be
 * forgotten.
 */
function withLiving(tx: Tx, notices: Notice[]): Notice[] {
  const ids = [...new Set(notices.flatMap(({ contactId }) => contactId ?? []))];
  if (ids.length === 0) return notices;
  const living = new Set(
    tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(
        and(
          inArray(contacts.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
          sql`${contacts.erasedAt} IS NULL`,
        ),
      )
      .all()
      .map(({ id }) => id),
  );
  return notices.filter(({ contactId }) => contactId === null || living.has(contactId));
}

/** Stores one delivery, unless its webhook has it already. */
export function addDelivery(
  tx: Tx,
  { id: webhookId }: Pick<WebhookRow, "id">,
  {
    event,
    onceKey,
    orderKey,
    contactId,
    at,
    data,
  }: Omit<Notice, "event"> & { event: Notice["event"] | "webhook.test" },
) {
  if (
    tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(
        and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.onceKey, onceKey)),
      )
      .get()
  )
    return;
  const body = bodyOf(
    `evt_${crypto.randomUUID()}`,
    event,
    at,
    { id: tx.company, name: tx.about().name },
    data,
  );
  insertDelivery(tx, {
    webhookId,
    event,
    onceKey,
    orderKey,
    contactId,
    body,
    state: "waiting",
    attempts: 0,
    dueAt: tx.now(),
    status: null,
    error: null,
    ...insertTimestamps(tx.now()),
  });
}
