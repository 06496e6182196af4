import { and, eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { outbox } from "./table.ts";

const day = 86_400_000;

/**
 * Puts a message into the outbox, to be sent now or `later` ms later. It is cold when its contact
 * has not written on that connection for a day. rules.md#cold-messages
 */
export function enqueue(
  tx: Tx,
  { id, whatsappId, contactId }: { id: number; whatsappId: number; contactId: number },
  now: number,
  later = 0,
) {
  enqueueQuery(tx).run({
    id,
    whatsappId,
    contactId,
    since: now - day,
    dueAt: later && now + later,
  });
}

// A contact's messages in a group do not count as writing to us; groups themselves are never cold.
const hasNotWrittenSince = sql<boolean>`
  NOT EXISTS (SELECT 1 FROM contacts WHERE id = ${sql.placeholder("contactId")} AND isGroup = 1) AND NOT EXISTS (
    SELECT 1 FROM messages WHERE contactId = ${sql.placeholder("contactId")} AND fromMe = 0 AND whatsappId = ${sql.placeholder("whatsappId")} AND createdAt > ${sql.placeholder("since")}
      AND (SELECT contactId FROM tickets WHERE id = ticketId) = messages.contactId)`;

// Built once: building it costs more than running it.
const enqueueQuery = query((db) =>
  db.insert(outbox).values({
    messageId: sql.placeholder("id"),
    whatsappId: sql.placeholder("whatsappId"),
    contactId: sql.placeholder("contactId"),
    cold: hasNotWrittenSince,
    dueAt: sql.placeholder("dueAt"),
  }),
);

/**
 * Puts messages that were being sent when a connection went down back into the queue. They are sent
 * again under the same ids, or wait `resendAfter` (ms) for a report. rules.md#uncertain-sends
 */
export function requeue(db: CompanyDb, whatsappId: number, resendAfter = 0) {
  db.write((tx) => {
    tx.update(outbox)
      .set({ state: "queued", ...(resendAfter > 0 && uncertain(db.now() + resendAfter)) })
      .where(and(eq(outbox.whatsappId, whatsappId), eq(outbox.state, "sending")))
      .run();
  });
}

/** A message was sent without an answer: it may be sent again at `dueAt` (epoch ms). */
export function retryUncertain(db: CompanyDb, messageId: number, dueAt: number) {
  db.write((tx) => {
    tx.update(outbox)
      .set({ state: "queued", ...uncertain(dueAt) })
      .where(eq(outbox.messageId, messageId))
      .run();
  });
}

const uncertain = (dueAt: number) => ({ dueAt, uncertain: sql`${outbox.uncertain} + 1` });

export function markSending(db: CompanyDb, messageId: number) {
  db.write((tx) => {
    sendingQuery(tx).run({ messageId });
  });
}

const sendingQuery = query((db) =>
  db
    .update(outbox)
    .set({ state: "sending", attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.messageId, sql.placeholder("messageId"))),
);

/** Puts a message back into the queue because the connection went down: the try does not count. */
export function returnUntried(db: CompanyDb, messageId: number) {
  db.write((tx) => {
    tx.update(outbox)
      .set({ state: "queued", attempts: sql`${outbox.attempts} - 1` })
      .where(eq(outbox.messageId, messageId))
      .run();
  });
}

/**
 * Puts a message back into the queue after a failed try, to be sent at `dueAt` (epoch ms) at the
 * earliest.
 */
export function retryAfter(db: CompanyDb, messageId: number, dueAt: number) {
  db.write((tx) => {
    tx.update(outbox).set({ state: "queued", dueAt }).where(eq(outbox.messageId, messageId)).run();
  });
}

/**
 * The same, but later messages no longer wait for this one. Returns whether it was still in the
 * outbox.
 */
export const retryAside = (tx: Tx, messageId: number, dueAt: number): boolean =>
  tx
    .update(outbox)
    .set({ state: "queued", dueAt, deferred: true })
    .where(eq(outbox.messageId, messageId))
    .returning({ id: outbox.messageId })
    .get() !== undefined;

/** Makes a deferred message due now. Returns whether it was deferred. */
export const retryNow = (tx: Tx, messageId: number): boolean =>
  tx
    .update(outbox)
    .set({ dueAt: 0 })
    .where(and(eq(outbox.messageId, messageId), eq(outbox.deferred, true)))
    .returning({ id: outbox.messageId })
    .get() !== undefined;

/** Takes a message out of the outbox. Returns whether it was there. */
export const dequeue = (tx: Tx, messageId: number): boolean =>
  dequeueQuery(tx).get({ messageId }) !== undefined;

const dequeueQuery = query((db) =>
  db
    .delete(outbox)
    .where(eq(outbox.messageId, sql.placeholder("messageId")))
    .returning({ id: outbox.messageId }),
);

/**
 * Whether a message is being sent right now, or may have been sent: neither the outbox nor the
 * network can change it.
 */
export function isBeingSent(db: CompanyDb, messageId: number): boolean {
  const row = db
    .select({ state: outbox.state, uncertain: outbox.uncertain })
    .from(outbox)
    .where(eq(outbox.messageId, messageId))
    .get();
  return row !== undefined && (row.state === "sending" || row.uncertain > 0);
}
