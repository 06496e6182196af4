import { customType, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";
import {
  amountOfMicros,
  microsOf,
  rateCategories,
  rateCurrencies,
} from "../../shared/channel-costs.ts";

/** Millionths of a currency in the file; `"0.0625"` in a row and on the wire. */
const micros = customType<{ data: string; driverData: number }>({
  dataType: () => "integer",
  toDriver: microsOf,
  fromDriver: amountOfMicros,
});

export const channelRates = sqliteTable("channelRates", {
  ...base,
  category: text({ enum: rateCategories }).notNull(),
  /** ISO 3166, or `*` for the countries without a price of their own. */
  country: text().notNull(),
  currency: text({ enum: rateCurrencies }).notNull(),
  amount: micros().notNull(),
  validFrom: text().notNull(),
});
export type ChannelRate = typeof channelRates.$inferSelect;
