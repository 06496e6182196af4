import { and, asc, eq, gt, lte, or, sql } from "drizzle-orm";
import type { Identifier, OutboundMessage } from "../../channel/channel.ts";
import { prepared, type CompanyDb, type Tx } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import { cardOf } from "./cards.ts";
import { messages, outbox, type MessageRow } from "./table.ts";
import { isOnNetwork, targetIn } from "./targets.ts";

type File = typeof media.$inferSelect;

/** A message in the outbox with all that sending it needs. */
export type OutboxItem = {
  message: MessageRow;
  file: File | null;
  to: Identifier[];
  attempts: number;
  cold: boolean;
  quoted?: OutboundMessage["quoted"];
};

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
const enqueueQuery = prepared((db) =>
  db
    .insert(outbox)
    .values({
      messageId: sql.placeholder("id"),
      whatsappId: sql.placeholder("whatsappId"),
      contactId: sql.placeholder("contactId"),
      cold: hasNotWrittenSince,
      dueAt: sql.placeholder("dueAt"),
    })
    .prepare(),
);

// A message dated more than a minute ahead is due: the clock was put back.
const isDue = or(
  lte(outbox.dueAt, sql.placeholder("now")),
  gt(messages.createdAt, sql`${sql.placeholder("now")} + 60000`),
);

// A contact's messages are sent in order, each after the one before it is sent; deferred ones are
// left out of the order.
const isNextOfContact = sql`${outbox.state} = 'queued' AND (${outbox.deferred} OR NOT EXISTS (
  SELECT 1 FROM outbox o WHERE o.contactId = ${outbox.contactId} AND o.messageId < ${outbox.messageId} AND o.whatsappId = ${outbox.whatsappId} AND NOT o.deferred))`;

const isFileAllowed = sql`(${messages.mediaId} IS NULL OR ${sql.placeholder("filesOpen")})`;

const isOfWarmth = sql`${outbox.cold} = ${sql.placeholder("cold")}`;

const nextQuery = prepared((db) =>
  db
    .select({
      message: messages,
      file: media,
      contactId: outbox.contactId,
      attempts: outbox.attempts,
      cold: outbox.cold,
    })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .leftJoin(media, eq(media.id, messages.mediaId))
    .where(
      and(
        eq(outbox.whatsappId, sql.placeholder("whatsappId")),
        isOfWarmth,
        isNextOfContact,
        isDue,
        isFileAllowed,
      ),
    )
    .orderBy(asc(outbox.messageId))
    .limit(1)
    .prepare(),
);

/**
 * The oldest message that may be sent on a connection now (epoch ms). It is due, and follows no
 * message of its contact that is being sent. One with a file or a cold one counts only if those may
 * be sent.
 */
export function next(
  db: CompanyDb,
  whatsappId: number,
  { coldOpen, filesOpen = true, now }: { coldOpen: boolean; filesOpen?: boolean; now: number },
): OutboxItem | undefined {
  const oldest = (cold: number) =>
    nextQuery(db).get({ whatsappId, cold, now, filesOpen: filesOpen ? 1 : 0 });
  const [warm, cold] = [oldest(0), coldOpen ? oldest(1) : undefined];
  const row = warm && cold && cold.message.id < warm.message.id ? cold : (warm ?? cold);
  if (!row) return undefined;
  const { contactId, ...waiting } = row;
  return {
    ...waiting,
    to: identifiersOf(db, contactId),
    quoted: quotedBy(db, row.message, contactId),
  };
}

const isWaiting = and(
  eq(outbox.whatsappId, sql.placeholder("whatsappId")),
  isOfWarmth,
  isNextOfContact,
  isFileAllowed,
);
const soonestQuery = prepared((db) =>
  db
    .select({ at: sql<number | null>`min(${outbox.dueAt})` })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .where(isWaiting)
    .prepare(),
);
const isAnyDueQuery = prepared((db) =>
  db
    .select({ id: outbox.messageId })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .where(and(isWaiting, lte(outbox.dueAt, sql.placeholder("by"))))
    .limit(1)
    .prepare(),
);

/**
 * When (epoch ms) the next message of a connection may be sent, if cold ones may leave from
 * `coldFrom` on. Undefined when the outbox is empty.
 */
export function nextDueAt(
  db: CompanyDb,
  whatsappId: number,
  { coldFrom = 0, filesOpen = true } = {},
): number | undefined {
  const values = { whatsappId, filesOpen: filesOpen ? 1 : 0 };
  const soonest = (cold: number) => soonestQuery(db).get({ ...values, cold })?.at ?? Infinity;
  // Thousands may wait for the pause between cold ones: one of them is enough to know.
  const cold = isAnyDueQuery(db).get({ ...values, cold: 1, by: coldFrom }) ? coldFrom : soonest(1);
  const at = Math.min(soonest(0), cold);
  return at === Infinity ? undefined : at;
}

/**
 * Puts messages that were being sent when a connection went down back into the queue. They are sent
 * again under the same ids.
 */
export function requeue(db: CompanyDb, whatsappId: number) {
  db.write((tx) => {
    tx.update(outbox)
      .set({ state: "queued" })
      .where(and(eq(outbox.whatsappId, whatsappId), eq(outbox.state, "sending")))
      .run();
  });
}

export function markSending(db: CompanyDb, messageId: number) {
  db.write((tx) => {
    sendingQuery(tx).run({ messageId });
  });
}

const sendingQuery = prepared((db) =>
  db
    .update(outbox)
    .set({ state: "sending", attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.messageId, sql.placeholder("messageId")))
    .prepare(),
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

const dequeueQuery = prepared((db) =>
  db
    .delete(outbox)
    .where(eq(outbox.messageId, sql.placeholder("messageId")))
    .returning({ id: outbox.messageId })
    .prepare(),
);

/** Whether a message is being sent right now: neither the outbox nor the network can change it. */
export const isBeingSent = (db: CompanyDb, messageId: number) =>
  db.select({ state: outbox.state }).from(outbox).where(eq(outbox.messageId, messageId)).get()
    ?.state === "sending";

/** A message of the outbox as channels send it. */
export const outgoingOf = (
  db: CompanyDb,
  { message, file, to, quoted }: OutboxItem,
): OutboundMessage => ({
  id: message.providerId,
  to,
  content: contentOf(db, message, file),
  quoted,
});

function contentOf(
  db: CompanyDb,
  { mediaType: kind, body, place, cards }: MessageRow,
  file: File | null,
): OutboundMessage["content"] {
  if (file) {
    const { name, type, size, seconds, voice, waveform, sha256 } = file;
    const isShown = kind === "image" || kind === "video" || kind === "audio" || kind === "sticker";
    return {
      kind: isShown ? kind : "application",
      body,
      file: {
        name,
        type,
        size,
        seconds: seconds ?? undefined,
        voice,
        waveform: waveform ?? undefined,
        path: db.files.path(sha256),
      },
    };
  }
  if (place)
    return {
      kind: "locationMessage",
      place: {
        latitude: place.latitude,
        longitude: place.longitude,
        name: place.name,
        address: place.address,
        live: false,
      },
    };
  return cards ? { kind: "vcard", cards: cards.map(cardOf) } : { kind: "chat", body };
}

const byId = prepared((db) =>
  db
    .select()
    .from(messages)
    .where(eq(messages.id, sql.placeholder("id")))
    .prepare(),
);

function quotedBy(
  db: CompanyDb,
  { quotedMsgId }: MessageRow,
  chatId: number,
): OutboxItem["quoted"] {
  const quoted = quotedMsgId === null ? undefined : byId(db).get({ id: quotedMsgId });
  return quoted && isOnNetwork(quoted)
    ? { ...targetIn(db, chatId, quoted), body: quoted.body }
    : undefined;
}
