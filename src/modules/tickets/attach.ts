import { and, asc, eq, sql } from "drizzle-orm";
import type { Kept } from "../../kit/files.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { touched } from "../../kit/table.ts";
import type { MessageKind } from "../../shared.ts";
import { mediaTypeOf } from "../messages/messages.ts";
import { media, messages, type Message } from "../messages/table.ts";
import { follow } from "./amend.ts";
import { tellMessage } from "./reply.ts";

// Said as the partial index says it: with a bound value it would not be used.
const isAwaited = sql`${media.sha256} = ''`;

const awaitedOf = prepared((db) =>
  db.select({ mediaId: media.id, ticketId: messages.ticketId, mediaType: messages.mediaType }).from(messages).innerJoin(media, eq(media.id, messages.mediaId))
    .where(and(eq(messages.id, sql.placeholder("messageId")), isAwaited)).prepare(),
);
const awaitedQuery = prepared((db) =>
  db.select({ messageId: messages.id, providerId: messages.providerId, name: media.name, size: media.size }).from(media).innerJoin(messages, eq(messages.mediaId, media.id))
    // The + keeps it from going through all of a connection's messages.
    .where(and(isAwaited, sql`${media.reason} IS NULL`, sql`+${messages.whatsappId} = ${sql.placeholder("whatsappId")}`)).orderBy(asc(media.id)).prepare(),
);

/** The messages of a connection whose file is still to come, the oldest first. */
export const awaited = (store: Store, whatsappId: number) => awaitedQuery(store).all({ whatsappId });

/** The file of a message, kept for it, is here. Undefined when the message no longer waits for it. doc 4 §1.15 */
export function attach(store: Store, messageId: number, { sha256, type, size, name }: Kept): Message | undefined {
  const message = store.write((tx, emit) => {
    const row = awaitedOf(store).get({ messageId });
    if (!row) return undefined;
    tx.update(media).set({ sha256, type, size, name, reason: null }).where(eq(media.id, row.mediaId)).run();
    tx.update(messages).set({ mediaType: kindOf(row.mediaType, type), ...touched(store.now()) }).where(eq(messages.id, messageId)).run();
    return tellMessage(store, emit, messageId, follow(store, tx, emit, messageId, row.ticketId));
  });
  store.files.release(sha256);
  return message;
}

/** The file of a message did not come, for a reason that the agent is shown. */
export function attachFailed(store: Store, messageId: number, reason: string): Message | undefined {
  return store.write((tx, emit) => {
    const row = awaitedOf(store).get({ messageId });
    if (!row) return undefined;
    tx.update(media).set({ reason }).where(eq(media.id, row.mediaId)).run();
    tx.update(messages).set(touched(store.now())).where(eq(messages.id, messageId)).run();
    return tellMessage(store, emit, messageId, follow(store, tx, emit, messageId, row.ticketId));
  });
}

/** What calls itself a picture, a video or a sound and is none is a document. */
function kindOf(claimed: MessageKind, type: string): MessageKind {
  if (claimed !== "image" && claimed !== "video" && claimed !== "audio") return claimed;
  const kind = mediaTypeOf(type);
  // A sound may come in a container that looks like a video's.
  return kind === claimed || (claimed === "audio" && kind === "video") ? claimed : "application";
}
