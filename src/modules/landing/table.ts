import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant } from "../../kit/db/table.ts";

export const leads = sqliteTable("leads", {
  ...base,
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  message: text().notNull(),
  answeredAt: instant(),
});
export type Lead = typeof leads.$inferSelect;

/** Sign-ups whose address is not confirmed yet. `body`: the company to be, as JSON. */
export const pendingSignUps = sqliteTable("pendingSignUps", {
  tokenHash: text().primaryKey(),
  email: text().notNull(),
  body: text().notNull(),
  expiresAt: integer().notNull(),
});
