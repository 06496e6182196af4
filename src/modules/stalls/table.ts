import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Work } from "../../kit/process/current-work.ts";
import { instant } from "../../kit/db/table.ts";

/** Each time the watchdog ended the box. */
export const stalls = sqliteTable("stalls", {
  id: integer().primaryKey(),
  at: instant().notNull(),
  work: text().$type<Work>().notNull(),
  suspects: text({ mode: "json" }).$type<Work[]>().notNull(),
});

/** Work that is set aside, or was until someone had it tried again. */
export const setAside = sqliteTable("setAside", {
  id: integer().primaryKey(),
  work: text().$type<Work>().notNull(),
  at: instant().notNull(),
  triedAgainAt: instant(),
});
export type SetAside = typeof setAside.$inferSelect;
