import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";
import {
  templateCategories,
  templateFormats,
  templateQualities,
  templateStates,
  type TemplateParts,
} from "../../shared/templates.ts";

export const templates = sqliteTable("templates", {
  ...base,
  whatsappId: integer().notNull(),
  networkId: text().notNull(),
  name: text().notNull(),
  language: text().notNull(),
  category: text({ enum: templateCategories }).notNull(),
  state: text({ enum: templateStates }).notNull(),
  quality: text({ enum: templateQualities }).notNull(),
  reason: text().notNull().default(""),
  format: text({ enum: templateFormats }).notNull(),
  header: text({ mode: "json" }).$type<NonNullable<TemplateParts["header"]>>(),
  body: text().notNull(),
  footer: text().notNull().default(""),
  buttons: text({ mode: "json" }).$type<TemplateParts["buttons"]>().notNull(),
  examples: text({ mode: "json" }).$type<TemplateParts["examples"]>().notNull(),
  isPlain: flag().notNull().default(true),
});
export type TemplateRow = typeof templates.$inferSelect;

/** A template as it travels. */
export type Template = Omit<TemplateRow, "networkId">;
