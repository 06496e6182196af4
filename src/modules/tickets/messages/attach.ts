import { and, asc, eq, sql } from "drizzle-orm";
import type { StoredFile } from "../../../kit/files/files.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { media } from "../../../kit/db/media.ts";
import { query } from "../../../kit/db/query.ts";
import type { MessageKind } from "../../../shared/states.ts";
import { isLate, longestWait, waitAfter } from "../../messages/file-retries.ts";
import { mediaTypeOf } from "../../messages/media-types.ts";
import { messages, type Message } from "../../messages/table.ts";
import { updateLastMessage } from "./inbound-edit.ts";
import { emitMessage } from "./reply.ts";

// Written as in the partial index: with a bound value SQLite would not use it.
const isAwaited = sql`${media.sha256} = ''`;

const awaitedFileQuery = query((db) =>
  db
    .select({
      mediaId: media.id,
      ticketId: messages.ticketId,
      mediaType: messages.mediaType,
      tries: media.tries,
      since: media.createdAt,
    })
    .from(messages)
    .innerJoin(media, eq(media.id, messages.mediaId))
    .where(and(eq(messages.id, sql.placeholder("messageId")), isAwaited)),
);
// The + keeps SQLite from using the index on whatsappId, which would read all of a connection's
// messages.
const isHere = and(
  isAwaited,
  sql`${media.reason} IS NULL`,
  sql`+${messages.whatsappId} = ${sql.placeholder("whatsappId")}`,
);
const now = sql.placeholder("now");
// A time further ahead than any wait was stored before the clock was put back.
const isDue = sql`(${media.retryAt} IS NULL OR ${media.retryAt} <= ${now} OR ${media.retryAt} > ${now} + ${longestWait})`;

const awaitedQuery = query((db) =>
  db
    .select({
      messageId: messages.id,
      providerId: messages.providerId,
      name: media.name,
      size: media.size,
    })
    .from(media)
    .innerJoin(messages, eq(messages.mediaId, media.id))
    .where(and(isHere, isDue))
    .orderBy(asc(media.id)),
);
const retryQuery = query((db) =>
  db
    .select({ at: sql<number | null>`min(${media.retryAt})` })
    .from(media)
    .innerJoin(messages, eq(messages.mediaId, media.id))
    .where(and(isHere, sql`NOT ${isDue}`)),
);

/** The messages of a connection whose file is to be downloaded now, the oldest first. */
export const filesToFetch = (db: CompanyDb, whatsappId: number) =>
  awaitedQuery(db).all({ whatsappId, now: db.now() });

/**
 * When (epoch ms) the next file of a connection is tried again; undefined when none waits for that.
 */
export const nextRetry = (db: CompanyDb, whatsappId: number): number | undefined =>
  retryQuery(db).get({ whatsappId, now: db.now() })?.at ?? undefined;

/** Sets the stored file of a message. Undefined when the message no longer waits for one. */
export function attach(db: CompanyDb, messageId: number, file: StoredFile): Message | undefined {
  const { sha256, type, size, name } = file;
  return db.files.releaseAfter([file], () =>
    db.write((tx) => {
      const row = awaitedFileQuery(db).get({ messageId });
      if (!row) return undefined;
      tx.update(media)
        .set({ sha256, type, size, name, reason: null, retryAt: null })
        .where(eq(media.id, row.mediaId))
        .run();
      tx.update(messages)
        .set({ mediaType: kindOf(row.mediaType, type), ...updateTimestamps(db.now()) })
        .where(eq(messages.id, messageId))
        .run();
      return emitMessage(tx, messageId, updateLastMessage(tx, messageId, row.ticketId));
    }),
  );
}

/**
 * A message's file could not be downloaded now: it is tried again later, and fails after a day.
 * rules.md#file-retries
 */
export function attachLater(db: CompanyDb, messageId: number) {
  db.write((tx) => {
    const row = awaitedFileQuery(db).get({ messageId });
    if (!row) return;
    const now = db.now();
    const wait = waitAfter(row.tries + 1);
    if (wait === undefined) return void failedWith(tx, row, messageId, "ERR_MEDIA_NEVER_CAME");
    tx.update(media)
      .set({ tries: row.tries + 1, retryAt: new Date(now + wait) })
      .where(eq(media.id, row.mediaId))
      .run();
    if (!isLate(row.since, now)) return;
    tx.update(messages).set(updateTimestamps(now)).where(eq(messages.id, messageId)).run();
    emitMessage(tx, messageId, updateLastMessage(tx, messageId, row.ticketId));
  });
}

/** A message's file can't be downloaded, for a reason that the agent is shown. */
export function attachFailed(
  db: CompanyDb,
  messageId: number,
  reason: string,
): Message | undefined {
  return db.write((tx) => {
    const row = awaitedFileQuery(db).get({ messageId });
    return row && failedWith(tx, row, messageId, reason);
  });
}

function failedWith(
  tx: Tx,
  { mediaId, ticketId }: { mediaId: number; ticketId: number },
  messageId: number,
  reason: string,
): Message {
  tx.update(media).set({ reason, tries: 0, retryAt: null }).where(eq(media.id, mediaId)).run();
  tx.update(messages).set(updateTimestamps(tx.now())).where(eq(messages.id, messageId)).run();
  return emitMessage(tx, messageId, updateLastMessage(tx, messageId, ticketId));
}

/** A file that claims to be an image, a video or a sound but is not one is shown as a document. */
function kindOf(claimed: MessageKind, type: string): MessageKind {
  if (claimed !== "image" && claimed !== "video" && claimed !== "audio") return claimed;
  const kind = mediaTypeOf(type);
  // Some audio comes in a container that is detected as video.
  return kind === claimed || (claimed === "audio" && kind === "video") ? claimed : "application";
}
