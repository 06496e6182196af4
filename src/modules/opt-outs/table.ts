import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant } from "../../kit/db/table.ts";
import { optOutSources } from "../../shared/campaigns.ts";

export const optOuts = sqliteTable("optOuts", {
  ...base,
  name: text().notNull().default(""),
  /** Null once its contact was erased: only a hash is left. rules.md#opt-outs */
  number: text(),
  numberKey: text().notNull(),
  reason: text().notNull().default(""),
  source: text({ enum: optOutSources }).notNull(),
  campaignId: integer(),
  userId: integer(),
  at: instant().notNull(),
  backAt: instant(),
  backReason: text(),
  backUserId: integer(),
});

/** Someone who is not written to by campaigns; with `backAt` they are again. */
export type OptOut = Omit<typeof optOuts.$inferSelect, "numberKey"> & {
  campaign: { id: number; name: string } | null;
  user: { id: number; name: string } | null;
};

export const optOutSalt = sqliteTable("optOutSalt", { salt: text().notNull() });
