import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant, money } from "../../kit/table.ts";
import { gateways, type InvoiceStatus } from "../../shared/invoices.ts";

export const invoices = sqliteTable("invoices", {
  ...base,
  companyId: integer().notNull(),
  dueDate: text().notNull(),
  detail: text().notNull(),
  value: money().notNull(),
  users: integer().notNull(),
  connections: integer().notNull(),
  queues: integer().notNull(),
  status: text({ enum: ["open", "paid"] })
    .notNull()
    .default("open"),
  paidAt: instant(),
});
export type InvoiceRow = typeof invoices.$inferSelect;

/** An invoice as it travels. `received`: all that came for it, be it enough or not. */
export type Invoice = Omit<InvoiceRow, "status"> & {
  status: InvoiceStatus;
  companyName: string;
  received: string;
};

export const charges = sqliteTable("charges", {
  txid: text().primaryKey(),
  invoiceId: integer().notNull(),
  gateway: text({ enum: gateways }).notNull(),
  value: money().notNull(),
  code: text().notNull(),
  createdAt: instant().notNull(),
  expiresAt: instant(),
  checkAt: instant(),
  checkedAt: instant(),
  failures: integer().notNull().default(0),
});
export type Charge = typeof charges.$inferSelect;

export const invoicePayments = sqliteTable("invoicePayments", {
  id: integer().primaryKey(),
  endToEndId: text().notNull(),
  invoiceId: integer().notNull(),
  txid: text(),
  value: money().notNull(),
  paidAt: instant().notNull(),
  extendedTo: text(),
  note: text(),
  userName: text(),
  createdAt: instant().notNull(),
});
export type InvoicePayment = typeof invoicePayments.$inferSelect;
