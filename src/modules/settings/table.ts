import { sqliteTable, text } from "drizzle-orm/sqlite-core";

export const settings = sqliteTable("settings", {
  key: text().primaryKey(),
  value: text().notNull(),
});
export type Setting = typeof settings.$inferSelect;

/** A setting as it travels. A secret has no value; `hasValue` says whether it is set. */
export type ShownSetting = Setting & { hasValue?: boolean };
