import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import { storedKinds, type NotificationKind } from "../../shared/notifications.ts";
import type { TicketState } from "../../shared/states.ts";

export const notifications = sqliteTable("notifications", {
  id: integer().primaryKey(),
  userId: integer().notNull(),
  kind: text({ enum: storedKinds }).notNull(),
  at: instant().notNull(),
  readAt: instant(),
  ticketId: integer(),
  orderId: integer(),
  reminderId: integer(),
  whatsappId: integer(),
  byUserId: integer(),
  note: text().notNull().default(""),
});
export type NotificationRow = typeof notifications.$inferSelect;

/** A notification as it travels. */
export type Notification = Omit<NotificationRow, "id" | "userId" | "kind"> & {
  /** Null where it is read off a ticket: it is read when its conversation is. */
  id: number | null;
  kind: NotificationKind;
  /** The customer's last words, or those of the reminder. */
  text: string;
  byUser: { id: number; name: string } | null;
  ticket: {
    id: number;
    uuid: string;
    status: TicketState;
    contact: { id: number; name: string; number: string; profilePicUrl: string; isGroup: boolean };
  } | null;
  order: { id: number; number: number } | null;
  whatsapp: { id: number; name: string } | null;
};
