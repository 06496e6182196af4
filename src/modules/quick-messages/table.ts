import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/table.ts";

export const quickMessages = sqliteTable("quickMessages", {
  ...base,
  shortcode: text().notNull(),
  message: text().notNull(),
  geral: flag().notNull().default(false),
  userId: integer().notNull(),
  mediaId: integer(),
});

/** A quick message as it travels. `mediaPath` is a link that opens for a while to the file that goes along. doc 3 §3 */
export type QuickMessage = Omit<typeof quickMessages.$inferSelect, "mediaId"> & {
  user: { id: number; name: string };
  mediaPath: string | null;
  mediaName: string | null;
  media: { type: string; size: number } | null;
};
