import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/table.ts";

export const plans = sqliteTable("plans", {
  ...base,
  name: text().notNull(),
  users: integer().notNull().default(0),
  connections: integer().notNull().default(0),
  queues: integer().notNull().default(0),
  value: integer().notNull().default(0),
  useCampaigns: flag().notNull().default(true),
  useKanban: flag().notNull().default(true),
  useOpenAi: flag().notNull().default(true),
  useIntegrations: flag().notNull().default(true),
  useSchedules: flag().notNull().default(true),
  useInternalChat: flag().notNull().default(true),
  useExternalApi: flag().notNull().default(true),
  useSales: flag().notNull().default(true),
  useEcommerce: flag().notNull().default(true),
});

export const companies = sqliteTable("companies", {
  ...base,
  name: text().notNull(),
  planId: integer().notNull(),
  dueDate: text(),
  timezone: text().notNull().default("America/Sao_Paulo"),
  linked: flag().notNull().default(false),
});
export type Company = typeof companies.$inferSelect;
