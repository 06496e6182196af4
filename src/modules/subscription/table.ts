import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import { gateways } from "../../shared/invoices.ts";

export const billing = sqliteTable("billing", {
  id: integer().primaryKey(),
  gateway: text({ enum: gateways }).notNull(),
  pixKey: text().notNull(),
  merchantName: text().notNull(),
  merchantCity: text().notNull(),
  efiUrl: text().notNull(),
  clientId: text().notNull(),
  clientSecret: blob({ mode: "buffer" }),
  certificate: blob({ mode: "buffer" }),
  updatedAt: instant().notNull(),
});
export type BillingRow = typeof billing.$inferSelect;

/** How the owner of the box is paid, as it travels: of secrets only whether they are there. */
export type Billing = Omit<BillingRow, "id" | "clientSecret" | "certificate"> & {
  hasClientSecret: boolean;
  hasCertificate: boolean;
};
