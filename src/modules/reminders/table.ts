import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant } from "../../kit/db/table.ts";
import type { TicketState } from "../../shared/states.ts";

export const reminders = sqliteTable("reminders", {
  ...base,
  ticketId: integer().notNull(),
  contactId: integer().notNull(),
  userId: integer().notNull(),
  byUserId: integer(),
  text: text().notNull().default(""),
  dueAt: instant().notNull(),
  rungAt: instant(),
  doneAt: instant(),
});
export type ReminderRow = typeof reminders.$inferSelect;

/** A reminder as it travels. */
export type Reminder = ReminderRow & {
  /** The user that it reminds. */
  user: { id: number; name: string };
  /** The user who made it; null when they were deleted. */
  byUser: { id: number; name: string } | null;
  contact: { id: number; name: string; profilePicUrl: string; isGroup: boolean };
  ticket: { id: number; uuid: string; status: TicketState };
};
