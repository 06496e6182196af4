import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BotAction } from "../../bots/bot.ts";
import { base } from "../../kit/db/table.ts";
import { botLanguages, integrationTypes } from "../../shared/bots.ts";

export const integrations = sqliteTable("integrations", {
  ...base,
  type: text({ enum: integrationTypes }).notNull(),
  name: text().notNull(),
  projectName: text().notNull().default(""),
  jsonContent: text().notNull().default(""),
  language: text({ enum: botLanguages }).notNull().default("pt-BR"),
  urlN8N: text().notNull().default(""),
  /** Signs the requests to n8n and webhooks. */
  secret: text().notNull().default(""),
  typebotSlug: text().notNull().default(""),
  typebotDelayMessage: integer().notNull().default(1000),
  typebotExpires: integer().notNull().default(1),
  typebotKeywordFinish: text().notNull().default(""),
  typebotKeywordRestart: text().notNull().default(""),
  typebotRestartMessage: text().notNull().default(""),
  typebotUnknownMessage: text().notNull().default(""),
});
export type IntegrationRow = typeof integrations.$inferSelect;

/** An integration as it travels, without its secrets: `hasSecret` says whether it has any. */
export type Integration = Omit<IntegrationRow, "jsonContent" | "secret"> & { hasSecret: boolean };

/**
 * The texts and actions that a tested integration answers. `isJson`: false where a flow's answer
 * can't be read.
 */
export type IntegrationAnswer = { ok: true; says: string[]; does: BotAction[]; isJson: boolean };
