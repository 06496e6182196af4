import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import type { Holiday, Week } from "../../shared/hours.ts";

/** One row: the company's opening hours. */
export const openingHours = sqliteTable("openingHours", {
  id: integer().primaryKey(),
  schedules: text({ mode: "json" }).$type<Week>().notNull().default([]),
  holidays: text({ mode: "json" }).$type<Holiday[]>().notNull().default([]),
  updatedAt: instant().notNull().default(new Date(0)),
});
export type OpeningHours = {
  schedules: Week;
  holidays: Holiday[];
  timezone: string;
  /** Someone saved them: until then they only propose. */ isSaved: boolean;
  /** Null until someone saved them. rules.md#edits */ updatedAt: Date | null;
};
