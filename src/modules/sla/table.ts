import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";

/** Service goals of a queue, in minutes of opening hours. The one without a queue is for the others. */
export const sla = sqliteTable("sla", {
  ...base,
  queueId: integer(),
  firstAnswerMinutes: integer(),
  resolutionMinutes: integer(),
});
export type Goals = typeof sla.$inferSelect;
