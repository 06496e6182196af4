import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import type { TemplateUse } from "../../shared/templates.ts";
import { scheduleStates, type Recurrence } from "../../shared/schedules.ts";

export const schedules = sqliteTable("schedules", {
  ...base,
  body: text().notNull(),
  contactId: integer().notNull(),
  userId: integer(),
  status: text({ enum: scheduleStates }).notNull().default("PENDENTE"),
  reason: text(),
  sendAt: instant().notNull(),
  sentAt: instant(),
  late: flag().notNull().default(false),
  whatsappId: integer(),
  signature: flag().notNull().default(false),
  openTicket: flag().notNull().default(false),
  queueId: integer(),
  ticketUserId: integer(),
  mediaId: integer(),
  /** The template that is sent; the body shows it with its values as they were typed. */
  template: text({ mode: "json" }).$type<TemplateUse>(),
  messageId: integer(),
  /** The connection that must come up before it can leave. */
  waitsFor: integer(),
  /** The time of its series before this one. */
  followsId: integer(),
  ackChanged: flag().notNull().default(false),
  recurrence: text({ mode: "json" }).$type<Recurrence>(),
  firstAt: instant().notNull(),
  occurrence: integer().notNull().default(0),
});
export type ScheduleRow = typeof schedules.$inferSelect;

/** A schedule as it travels. `mediaPath` is a link to its file that works for a while. */
export type Schedule = Omit<ScheduleRow, "mediaId" | "ackChanged" | "waitsFor" | "followsId"> & {
  contact: { id: number; name: string; profilePicUrl: string; isGroup: boolean };
  /** The user who made it; null when they were deleted. */
  user: { id: number; name: string } | null;
  whatsapp: { id: number; name: string } | null;
  mediaPath: string | null;
  mediaName: string | null;
  media: { type: string; size: number } | null;
  /** When it will be sent again, within the asked days. */
  upcoming?: Date[];
};
