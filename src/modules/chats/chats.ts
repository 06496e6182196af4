import { and, asc, desc, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience, Me, SendTransient } from "../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, id, line } from "../../kit/http/fields.ts";
import { deleteUnusedMedia } from "../../kit/db/media.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { deleteUnusedFiles } from "../messages/stored-files.ts";
import { users } from "../users/table.ts";
import { chatMessages, chats, chatUsers, type Chat } from "./table.ts";

/** The most users of one chat. */
const maxUsers = 200;

// A form sends back the whole person; only the id counts.
const person = z
  .union([id, z.object({ id: id }), z.object({ userId: id })])
  .transform((given) =>
    typeof given === "number" ? given : "id" in given ? given.id : given.userId,
  );
export const chatBody = z.object({ title: line(100, 1), users: arrayOf(person, maxUsers, 1) });
type Body = z.infer<typeof chatBody>;

/** The number, or the uuid of its address. */
export const chatParam = z.object({
  id: z.union([
    z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    bounded(36).pipe(z.uuid()),
  ]),
});

// Only members see a chat: an administrator too must be in it. rules.md#chats
const mine = (me: Me) =>
  inArray(chats.id, sql`(SELECT chatId FROM chatUsers WHERE userId = ${me.id})`);

/** One page of the caller's chats, the last used first. */
export function list(
  db: CompanyDb,
  me: Me,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const where = and(mine(me), matching(searchParam, [chats.title, chats.lastMessage]));
  const { rows, ...rest } = page(db, {
    table: chats,
    select: db.select().from(chats),
    where,
    order: [desc(chats.updatedAt), desc(chats.id)],
    pageNumber,
  });
  return { records: withUsers(db, rows), ...rest };
}

/** Throws missing, also when the caller is not a member. */
export function find(db: CompanyDb, me: Me, id: number | string): Chat {
  const row = db
    .select()
    .from(chats)
    .where(and(mine(me), typeof id === "number" ? eq(chats.id, id) : eq(chats.uuid, id)))
    .get();
  if (!row) throw notFound("Conversa não encontrada");
  return withUsers(db, [row])[0]!;
}

/** A new chat of mine with these users. Throws invalid for an unknown one. */
export function create(db: CompanyDb, me: Me, { title, users }: Body): Chat {
  return db.write((tx) => {
    const { id } = tx
      .insert(chats)
      .values({
        title,
        uuid: crypto.randomUUID(),
        ownerId: me.id,
        ...insertTimestamps(db.now()),
      })
      .returning({ id: chats.id })
      .get();
    addUsers(tx, id, [me.id, ...users]);
    return emitChat(tx, "create", id);
  });
}

/**
 * Renames a chat or replaces its members, for its owner. Removed members receive a deletion. Throws
 * missing, forbidden.
 */
export function update(db: CompanyDb, me: Me, id: number, { title, users }: Partial<Body>): Chat {
  return db.write((tx) => {
    const before = ownedBy(db, me, id);
    tx.update(chats)
      .set({ ...(title !== undefined && { title }), ...updateTimestamps(db.now()) })
      .where(eq(chats.id, id))
      .run();
    if (users) {
      const userIds = [me.id, ...users];
      tx.delete(chatUsers)
        .where(and(eq(chatUsers.chatId, id), notInArray(chatUsers.userId, userIds)))
        .run();
      addUsers(tx, id, userIds);
    }
    return emitChat(tx, "update", id, audienceOf(before));
  });
}

/** Deletes a chat with its messages, for its owner. Throws missing, forbidden. */
export async function remove(db: CompanyDb, me: Me, id: number) {
  const orphans = db.write((tx) => deleteChat(tx, ownedBy(db, me, id)));
  await deleteUnusedFiles(db, orphans);
  return {};
}

/**
 * Removes the caller from a chat. A chat of the caller's own passes to the longest member; an empty
 * one is deleted. Throws missing.
 */
export async function leave(db: CompanyDb, me: Me, id: number) {
  const orphans = db.write((tx) => takeOut(tx, find(db, me, id), me.id));
  await deleteUnusedFiles(db, orphans);
  return {};
}

/**
 * Removes a user from all chats, before the user is deleted. Their messages stay under their name.
 * Returns hashes of files that no row names any more.
 */
export function leaveAll(tx: Tx, user: { id: number; name: string }): string[] {
  tx.update(chatMessages)
    .set({ senderName: user.name })
    .where(eq(chatMessages.senderId, user.id))
    .run();
  const theirs = tx
    .select()
    .from(chats)
    .where(inArray(chats.id, sql`(SELECT chatId FROM chatUsers WHERE userId = ${user.id})`))
    .all();
  return withUsers(tx, theirs).flatMap((chat) => takeOut(tx, chat, user.id));
}

/** Marks all messages of a chat as read by the caller. Throws missing. */
export function markRead(db: CompanyDb, me: Me, id: number): Chat {
  const chat = find(db, me, id);
  if (chat.users.find(({ userId }) => userId === me.id)?.unreads === 0) return chat;
  return db.write((tx) => {
    tx.update(chatUsers)
      .set({ unreads: 0, mentions: 0 })
      .where(and(eq(chatUsers.chatId, id), eq(chatUsers.userId, me.id)))
      .run();
    return emitChat(tx, "update", id);
  });
}

/** Notifies the other members that the caller types or stopped typing. Throws missing. */
export function showTyping(
  db: CompanyDb,
  sendTransient: SendTransient,
  me: Me,
  id: number,
  typing: boolean,
) {
  const chat = find(db, me, id);
  const name = chat.users.find(({ userId }) => userId === me.id)?.user.name;
  sendTransient(
    db.company,
    { event: "chatTyping", chatId: id, user: { id: me.id, name }, typing },
    audienceOf({ users: chat.users.filter(({ userId }) => userId !== me.id) }),
  );
  return {};
}

/** The audience of a chat's events: its members alone. rules.md#chats */
export const audienceOf = ({ users }: { users: { userId: number }[] }): Audience => ({
  to: "any",
  of: users.map(({ userId }) => ({ to: "user", userId })),
});

/** Chats with their users. */
export function withUsers(db: CompanyDb, rows: (typeof chats.$inferSelect)[]): Chat[] {
  const members = db
    .select({
      chatId: chatUsers.chatId,
      userId: chatUsers.userId,
      unreads: chatUsers.unreads,
      mentions: chatUsers.mentions,
      user: { id: users.id, name: users.name },
    })
    .from(chatUsers)
    .innerJoin(users, eq(users.id, chatUsers.userId))
    .where(
      inArray(
        chatUsers.chatId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(users.name), asc(users.id))
    .all();
  const byChat = Map.groupBy(members, ({ chatId }) => chatId);
  return rows.map((row) => ({
    ...row,
    users: (byChat.get(row.id) ?? []).map(({ chatId: _, ...user }) => user),
  }));
}

/**
 * Emits a created or changed chat to its members, and returns it as it travels. Users only in
 * `audienceBefore` receive a deletion.
 */
export function emitChat(
  tx: Tx,
  action: "create" | "update",
  id: number,
  audienceBefore?: Audience,
): Chat {
  const chat = withUsers(tx, tx.select().from(chats).where(eq(chats.id, id)).all())[0]!;
  tx.emit("chat", action, { chat }, audienceOf(chat), audienceBefore);
  return chat;
}

function ownedBy(db: CompanyDb, me: Me, id: number): Chat {
  const chat = find(db, me, id);
  if (chat.ownerId !== me.id)
    throw new Fault("forbidden", "ERR_NO_PERMISSION", {
      message: "Só quem criou a conversa pode alterá-la",
    });
  return chat;
}

function addUsers(tx: Tx, chatId: number, ids: number[]) {
  const userIds = [...new Set(ids)];
  const existing = tx.select({ id: users.id }).from(users).where(inArray(users.id, userIds)).all();
  if (existing.length < userIds.length) throw invalidFields({ users: "invalid" });
  tx.insert(chatUsers)
    .values(userIds.map((userId) => ({ chatId, userId })))
    .onConflictDoNothing()
    .run();
}

function takeOut(tx: Tx, chat: Chat, userId: number): string[] {
  const next = tx
    .select({ userId: chatUsers.userId })
    .from(chatUsers)
    .where(and(eq(chatUsers.chatId, chat.id), ne(chatUsers.userId, userId)))
    .orderBy(asc(chatUsers.id))
    .limit(1)
    .get();
  if (!next) return deleteChat(tx, chat);
  tx.delete(chatUsers)
    .where(and(eq(chatUsers.chatId, chat.id), eq(chatUsers.userId, userId)))
    .run();
  if (chat.ownerId === userId)
    tx.update(chats).set({ ownerId: next.userId }).where(eq(chats.id, chat.id)).run();
  emitChat(tx, "update", chat.id, audienceOf(chat));
  return [];
}

function deleteChat(tx: Tx, chat: Chat): string[] {
  const mediaIds = tx
    .select({ id: chatMessages.mediaId })
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chat.id))
    .all()
    .flatMap(({ id }) => id ?? []);
  tx.delete(chats).where(eq(chats.id, chat.id)).run();
  tx.emit("chat", "delete", { chatId: chat.id }, audienceOf(chat));
  return deleteUnusedMedia(tx, mediaIds);
}
