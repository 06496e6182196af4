import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

export const quickMessages = sqliteTable("quickMessages", {
  ...base,
  shortcode: text().notNull(),
  message: text().notNull(),
  geral: flag().notNull().default(false),
  userId: integer().notNull(),
  mediaId: integer(),
});

/** A quick message as it travels. `mediaPath` is a link to its file that works for a while. */
export type QuickMessage = Omit<typeof quickMessages.$inferSelect, "mediaId"> & {
  user: { id: number; name: string };
  mediaPath: string | null;
  mediaName: string | null;
  media: { type: string; size: number } | null;
};
