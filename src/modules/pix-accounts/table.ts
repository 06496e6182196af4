import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, money } from "../../kit/db/table.ts";

export const pixAccounts = sqliteTable("pixAccounts", {
  /** The id of its store. */
  id: integer().primaryKey(),
  pixKey: text().notNull(),
  efiUrl: text().notNull(),
  clientId: text().notNull(),
  clientSecret: text().notNull(),
  /** PEM with the certificate and its key. */
  certificate: text().notNull(),
  updatedAt: instant().notNull(),
});
export type PixAccountRow = typeof pixAccounts.$inferSelect;

/** A store's account as it travels: of secrets only whether they are there. */
export type PixAccount = Omit<PixAccountRow, "clientSecret" | "certificate"> & {
  hasClientSecret: boolean;
  hasCertificate: boolean;
};

export const pixCharges = sqliteTable("pixCharges", {
  txid: text().primaryKey(),
  orderId: integer().notNull(),
  /** The store whose account made it. */
  storeId: integer().notNull(),
  value: money().notNull(),
  code: text().notNull(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  checkedAt: instant(),
  /** The gateway is not asked about it any more. */
  isOver: flag().notNull().default(false),
});
export type PixCharge = typeof pixCharges.$inferSelect;
