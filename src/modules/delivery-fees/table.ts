import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { base, hundredths, money } from "../../kit/db/table.ts";

export const deliveryFees = sqliteTable("deliveryFees", {
  ...base,
  storeId: integer().notNull(),
  saleValue: money(),
  minKm: hundredths(),
  deliveryFee: money().notNull(),
});
export type DeliveryFee = typeof deliveryFees.$inferSelect;
