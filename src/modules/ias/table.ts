import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

/** 1 ChatGpt, 2 DeepSeek, 3 Ollama. */
export type IaType = 1 | 2 | 3;

export const ias = sqliteTable("ias", {
  ...base,
  type: integer().$type<IaType>().notNull(),
  name: text().notNull(),
  model: text().notNull(),
  url: text().notNull().default(""),
  prompt: text().notNull(),
  token: text().notNull().default(""),
  isActive: flag().notNull().default(true),
  maxTokens: integer().notNull().default(300),
  temperature: real().notNull().default(0.7),
  /** How many of the last messages the AI gets. */
  maxMessages: integer().notNull().default(10),
  transcriptionModel: text().notNull().default(""),
  /** The queue to which it transfers. */
  queueId: integer(),
  userId: integer(),
});
export type IaRow = typeof ias.$inferSelect;

export const iaUsage = sqliteTable("iaUsage", {
  month: text().primaryKey(),
  answers: integer().notNull(),
  tokens: integer().notNull(),
});

/** How many answers AIs gave in a month (YYYY-MM), and the limit. */
export type Usage = typeof iaUsage.$inferSelect & { limit: number };

/** An AI as it travels, without its key: `hasSecret` says whether it has one. */
export type Ia = Omit<IaRow, "token"> & { hasSecret: boolean };
