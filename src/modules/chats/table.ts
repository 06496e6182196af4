import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";
import { messageKinds } from "../../shared/states.ts";

export const chats = sqliteTable("chats", {
  ...base,
  uuid: text().notNull(),
  title: text().notNull(),
  ownerId: integer(),
  lastMessage: text().notNull().default(""),
});

export const chatUsers = sqliteTable("chatUsers", {
  id: integer().primaryKey(),
  chatId: integer().notNull(),
  userId: integer().notNull(),
  unreads: integer().notNull().default(0),
  mentions: integer().notNull().default(0),
});

export const chatMessages = sqliteTable("chatMessages", {
  ...base,
  chatId: integer().notNull(),
  senderId: integer(),
  senderName: text(),
  clientId: text(),
  message: text().notNull().default(""),
  mediaType: text({ enum: messageKinds }).notNull().default("chat"),
  mediaId: integer(),
});

/** A member of a chat; `mentions`: the unread messages that mention the member. */
export type ChatUser = {
  userId: number;
  unreads: number;
  mentions: number;
  user: { id: number; name: string };
};

/** A chat as it travels, with its users by name. */
export type Chat = typeof chats.$inferSelect & { users: ChatUser[] };

/**
 * A message of a chat as it travels. `mediaUrl` is a link that works for a while. A deleted user
 * has no id, and keeps the name.
 */
export type ChatMessage = Omit<typeof chatMessages.$inferSelect, "mediaId" | "senderName"> & {
  sender: { id: number | null; name: string };
  mediaUrl: string | null;
  mediaName: string | null;
  media: { type: string; size: number; seconds: number | null } | null;
};

/** A message that a search finds; `text` has the matches between \u0002 and \u0003. */
export type ChatHit = {
  messageId: number;
  chatId: number;
  uuid: string;
  title: string;
  sender: string;
  text: string;
  createdAt: Date;
};
