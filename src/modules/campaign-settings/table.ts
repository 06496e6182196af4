import { sqliteTable, text } from "drizzle-orm/sqlite-core";

export const campaignSettings = sqliteTable("campaignSettings", {
  key: text().primaryKey(),
  value: text().notNull(),
});

/** A setting as it travels: its value is JSON text. */
export type CampaignSetting = typeof campaignSettings.$inferSelect;
