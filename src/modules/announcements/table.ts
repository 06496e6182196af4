import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

export const announcements = sqliteTable("announcements", {
  ...base,
  title: text().notNull(),
  text: text().notNull(),
  priority: integer().notNull().default(3),
  status: flag().notNull().default(true),
  sha256: text(),
  mediaName: text(),
  mediaType: text(),
  mediaSize: integer(),
});

/** An announcement as it travels. `mediaPath` is a link to its picture that works for a while. */
export type Announcement = Omit<
  typeof announcements.$inferSelect,
  "sha256" | "mediaType" | "mediaSize"
> & {
  mediaPath: string | null;
  media: { type: string; size: number } | null;
};
