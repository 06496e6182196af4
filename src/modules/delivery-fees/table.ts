import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, hundredths, money } from "../../kit/db/table.ts";

export const deliveryFees = sqliteTable("deliveryFees", {
  ...base,
  storeId: integer().notNull(),
  saleValue: money(),
  minKm: hundredths(),
  neighborhood: text(),
  deliveryFee: money().notNull(),
});
export type DeliveryFee = typeof deliveryFees.$inferSelect;
