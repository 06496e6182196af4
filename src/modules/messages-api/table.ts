import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";

/**
 * The answer to a request to send. `messageIds`: one for each file, and one for a text before them.
 */
export type SendAnswer = {
  mensagem: string;
  messageId: number;
  messageIds: number[];
  status: "queued";
};

export const apiRequests = sqliteTable("apiRequests", {
  id: integer().primaryKey(),
  tokenId: integer().notNull(),
  tokenName: text().notNull(),
  idempotencyKey: text(),
  fingerprint: text().notNull(),
  status: integer().notNull(),
  error: text(),
  answer: text({ mode: "json" }).$type<object>(),
  createdAt: instant().notNull(),
});

export const apiMessages = sqliteTable("apiMessages", {
  messageId: integer().primaryKey(),
  callId: integer().notNull(),
});

/** A request as it is shown. `ack`: how far its first message came; null where there is none. */
export type ApiCall = Pick<
  typeof apiRequests.$inferSelect,
  "id" | "tokenName" | "status" | "error" | "createdAt"
> & { messageId: number | null; ack: number | null; reason: string | null };
