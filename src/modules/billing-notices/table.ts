import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import { noticeErrors, noticeKinds, type NoticeKind } from "../../shared/billing-notices.ts";
import type { Language } from "../../shared/languages.ts";

export type NoticeText = { subject: string; body: string };
export type NoticeTexts = Partial<Record<NoticeKind, Partial<Record<Language, NoticeText>>>>;

export const noticeSettings = sqliteTable("noticeSettings", {
  id: integer().primaryKey(),
  byMail: flag().notNull(),
  whatsappId: integer(),
  days: integer().notNull(),
  texts: text({ mode: "json" }).$type<NoticeTexts>().notNull(),
  since: instant().notNull(),
  updatedAt: instant().notNull(),
});

/** The settings as they travel, with the texts that apply where none is set. */
export type NoticeSettings = Omit<typeof noticeSettings.$inferSelect, "id" | "since"> & {
  usual: Record<NoticeKind, Record<Language, NoticeText>>;
  canMail: boolean;
};

export const billingNotices = sqliteTable("billingNotices", {
  ...base,
  kind: text({ enum: noticeKinds }).notNull(),
  about: text().notNull(),
  companyId: integer().notNull(),
  channel: text({ enum: ["mail", "whatsapp", "none"] }).notNull(),
  receiver: text().notNull(),
  body: text().notNull(),
  state: text({ enum: ["waiting", "sent", "failed"] })
    .notNull()
    .default("waiting"),
  error: text({ enum: noticeErrors }),
  mailId: integer(),
  attempts: integer().notNull().default(0),
  dueAt: integer().notNull(),
});
export type BillingNotice = typeof billingNotices.$inferSelect;

/** A row of the log. */
export type ListedNotice = Omit<BillingNotice, "mailId" | "dueAt"> & { companyName: string };
