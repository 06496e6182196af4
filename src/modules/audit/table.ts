import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import { auditActions } from "../../shared/audit.ts";

/** One entry per action; `userName` is the user's name at that time. */
export const audit = sqliteTable("audit", {
  id: integer().primaryKey(),
  at: instant().notNull(),
  userId: integer(),
  userName: text().notNull().default(""),
  action: text({ enum: auditActions }).notNull(),
  subject: text().notNull().default(""),
  details: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  address: text().notNull().default(""),
});
export type AuditEntry = typeof audit.$inferSelect;
