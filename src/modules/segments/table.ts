import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";
import type { SegmentRule } from "../../shared/segments.ts";

export const segments = sqliteTable("segments", {
  ...base,
  name: text().notNull(),
  rule: text({ mode: "json" }).$type<SegmentRule>().notNull(),
  userId: integer(),
});
export type SegmentRow = typeof segments.$inferSelect;

/** A row or a field that a rule names and that was deleted, or a field of an unfit type. */
export type SegmentProblem = {
  kind: "tag" | "product" | "category" | "field" | "fieldType";
  value: number | string;
};

/** `count`: how many contacts it has now; null where the rule has problems. */
export type Segment = SegmentRow & { count: number | null; problems: SegmentProblem[] };
