import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

export const stores = sqliteTable("stores", {
  ...base,
  document: text(),
  name: text().notNull(),
  fantasy: text(),
  zipCode: text(),
  address: text(),
  number: text(),
  complement: text(),
  neighborhood: text(),
  city: text(),
  state: text(),
  latitude: real(),
  longitude: real(),
  keyPix: text(),
  isActive: flag().notNull().default(true),
  userId: integer(),
});
export type Store = typeof stores.$inferSelect;
