import { and, asc, count, desc, eq, gte, inArray, lt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, verbatim } from "../../kit/http/fields.ts";
import { Upload, type StoredFile } from "../../kit/files/files.ts";
import { readsNumber } from "../../kit/http/hidden.ts";
import { addMedia, media } from "../../kit/db/media.ts";
import { pageSize } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { wordsQuery } from "../../kit/db/text.ts";
import { mentionedIn } from "../../shared/mentions.ts";
import { longestMessage, maxFilesSent } from "../../shared/limits.ts";
import { mediaTypeForSending } from "../messages/media-types.ts";
import { preview } from "../messages/preview.ts";
import { storeUpload } from "../messages/stored-files.ts";
import { users } from "../users/table.ts";
import { audienceOf, find, withUsers } from "./chats.ts";
import {
  chatMessages,
  chats,
  chatUsers,
  type Chat,
  type ChatHit,
  type ChatMessage,
} from "./table.ts";

/** The most hits of a search, and the most messages in a page back to a hit. */
const maxHits = 100;
const longestWay = 2000;

const upload = z.instanceof(Upload);
export const messageBody = z.object({
  message: verbatim(longestMessage)
    .nullish()
    .transform((text) => text ?? ""),
  clientId: bounded(64).min(8).optional(),
  medias: z.union([upload.transform((one) => [one]), arrayOf(upload, maxFilesSent)]).default([]),
});

const idQuery = z.coerce.number().int().positive().optional();
export const messagesQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
  beforeId: idQuery,
  backToId: idQuery,
});
export const searchQuery = z.object({ searchParam: bounded(200).default(""), chatId: idQuery });

/**
 * One page of messages, the newest first: by number, older than `beforeId`, or all back to
 * `backToId` and a page more. Throws missing.
 */
export function page(
  db: CompanyDb,
  me: Me,
  id: number,
  { pageNumber, beforeId, backToId }: z.infer<typeof messagesQuery>,
) {
  const chat = find(db, me, id);
  const older = and(
    eq(chatMessages.chatId, chat.id),
    beforeId ? lt(chatMessages.id, beforeId) : undefined,
  );
  const way = backToId
    ? db
        .select({ count: count() })
        .from(chatMessages)
        .where(and(older, gte(chatMessages.id, backToId)))
        .get()!.count
    : 0;
  const size = Math.min(way, longestWay) + pageSize;
  const rows = selectRows(db)
    .where(older)
    .orderBy(desc(chatMessages.id))
    .limit(size + 1)
    .offset(beforeId || backToId ? 0 : (pageNumber - 1) * size)
    .all();
  return {
    records: rows.slice(0, size).map((row) => wire(db, row)),
    hasMore: rows.length > size,
  };
}

/**
 * Sends a text, or a message for each file, with the text on the first. A repeat with the same
 * `clientId` returns the same message. Returns the last one. Throws missing, and invalid without
 * any content.
 */
export async function send(
  db: CompanyDb,
  me: Me,
  id: number,
  { message, clientId, medias }: z.infer<typeof messageBody>,
): Promise<ChatMessage> {
  find(db, me, id);
  if (message === "" && medias.length === 0) throw invalidFields({ message: "required" });
  const stored: (StoredFile & { seconds?: number })[] = [];
  try {
    for (const one of medias) stored.push(await storeUpload(db, one));
  } catch (thrown) {
    for (const { sha256 } of stored) db.files.release(sha256);
    throw thrown;
  }
  return db.files.releaseAfter(stored, () =>
    db.write((tx) => {
      // The caller may have been removed while files were stored.
      const chat = find(db, me, id);
      const key = (index: number) => clientId && (index === 0 ? clientId : `${clientId}:${index}`);
      const parts =
        stored.length > 0
          ? stored.map((file, index) => ({
              file,
              message: index === 0 ? message : "",
              clientId: key(index),
            }))
          : [{ file: undefined, message, clientId }];
      return parts
        .map((part) => findSent(tx, me, id, part.clientId) ?? add(tx, me, chat, part))
        .at(-1)!;
    }),
  );
}

/**
 * Messages with a text in the caller's chats, or in one of them; the newest first. Throws missing.
 */
export function search(
  db: CompanyDb,
  me: Me,
  { searchParam, chatId }: z.infer<typeof searchQuery>,
): { records: ChatHit[]; hasMore: boolean } {
  if (chatId) find(db, me, chatId);
  const words = wordsQuery(searchParam);
  if (!words || (me.hidesNumbers && readsNumber(searchParam)))
    return { records: [], hasMore: false };
  const member = sql`EXISTS (SELECT 1 FROM chatUsers WHERE chatUsers.chatId = ${chatMessages.chatId} AND chatUsers.userId = ${me.id})`;
  const records = db
    .select({
      messageId: chatMessages.id,
      chatId: chatMessages.chatId,
      uuid: chats.uuid,
      title: chats.title,
      sender: senderName,
      createdAt: chatMessages.createdAt,
      text: sql<string>`snippet(chatSearch, 0, char(2), char(3), '…', 24)`,
    })
    .from(sql`chatSearch`)
    .innerJoin(chatMessages, sql`${chatMessages.id} = chatSearch.rowid`)
    .innerJoin(chats, eq(chats.id, chatMessages.chatId))
    .leftJoin(users, eq(users.id, chatMessages.senderId))
    .where(
      and(
        sql`chatSearch MATCH ${words}`,
        member,
        chatId ? eq(chatMessages.chatId, chatId) : undefined,
      ),
    )
    .orderBy(sql`chatSearch.rowid DESC`)
    .limit(maxHits + 1)
    .all();
  return {
    records: records.slice(0, maxHits).map((hit) => ({ ...hit, text: hit.text.slice(0, 400) })),
    hasMore: records.length > maxHits,
  };
}

type Part = { file?: StoredFile & { seconds?: number }; message: string; clientId?: string };

function add(tx: Tx, me: Me, chat: Chat, { file, message, clientId }: Part): ChatMessage {
  const now = tx.now();
  const mediaType = file ? mediaTypeForSending(file.type) : "chat";
  const values = {
    chatId: chat.id,
    senderId: me.id,
    message,
    clientId: clientId ?? null,
    mediaType,
    mediaId: file ? addMedia(tx, file, now) : null,
    ...insertTimestamps(now),
  } as const;
  const { id } = tx.insert(chatMessages).values(values).returning({ id: chatMessages.id }).get();
  const people = chat.users.map(({ user }) => user);
  const name = people.find((user) => user.id === me.id)?.name ?? "";
  tx.update(chats)
    .set({
      lastMessage: `${name}: ${preview(message, mediaType)}`.slice(0, 255),
      ...updateTimestamps(now),
    })
    .where(eq(chats.id, chat.id))
    .run();
  const others = and(eq(chatUsers.chatId, chat.id), ne(chatUsers.userId, me.id));
  tx.update(chatUsers)
    .set({ unreads: sql`${chatUsers.unreads} + 1` })
    .where(others)
    .run();
  tx.update(chatUsers)
    .set({ mentions: sql`${chatUsers.mentions} + 1` })
    .where(and(others, inArray(chatUsers.userId, mentionedIn(message, people))))
    .run();
  tx.update(chatUsers)
    .set({ unreads: 0, mentions: 0 })
    .where(and(eq(chatUsers.chatId, chat.id), eq(chatUsers.userId, me.id)))
    .run();
  const newMessage = wire(tx, selectRows(tx).where(eq(chatMessages.id, id)).get()!);
  const after = withUsers(tx, tx.select().from(chats).where(eq(chats.id, chat.id)).all())[0]!;
  tx.emit("chat", "new-message", { newMessage, chat: after }, audienceOf(after));
  return newMessage;
}

function findSent(
  tx: Tx,
  me: Me,
  chatId: number,
  clientId: string | undefined,
): ChatMessage | undefined {
  const row =
    clientId &&
    selectRows(tx)
      .where(
        and(
          eq(chatMessages.chatId, chatId),
          eq(chatMessages.senderId, me.id),
          eq(chatMessages.clientId, clientId),
        ),
      )
      .orderBy(asc(chatMessages.id))
      .get();
  return row ? wire(tx, row) : undefined;
}

const senderName = sql<string>`coalesce(${users.name}, ${chatMessages.senderName}, '')`;

const selectRows = (db: CompanyDb) =>
  db
    .select({
      id: chatMessages.id,
      chatId: chatMessages.chatId,
      senderId: chatMessages.senderId,
      sender: { id: chatMessages.senderId, name: senderName },
      clientId: chatMessages.clientId,
      message: chatMessages.message,
      mediaType: chatMessages.mediaType,
      file: {
        sha256: media.sha256,
        name: media.name,
        type: media.type,
        size: media.size,
        seconds: media.seconds,
      },
      createdAt: chatMessages.createdAt,
      updatedAt: chatMessages.updatedAt,
    })
    .from(chatMessages)
    .leftJoin(users, eq(users.id, chatMessages.senderId))
    .leftJoin(media, eq(media.id, chatMessages.mediaId))
    .$dynamic();

type Row = NonNullable<ReturnType<ReturnType<typeof selectRows>["get"]>>;

function wire(db: CompanyDb, { file, ...row }: Row): ChatMessage {
  if (!file)
    return {
      ...row,
      sender: { id: row.senderId, name: row.sender?.name ?? "" },
      mediaUrl: null,
      mediaName: null,
      media: null,
    };
  const { sha256, name, ...about } = file;
  return {
    ...row,
    sender: { id: row.senderId, name: row.sender?.name ?? "" },
    mediaUrl: db.files.link({ sha256, name }),
    mediaName: name,
    media: about,
  };
}
