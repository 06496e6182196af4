import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant, money } from "../../kit/db/table.ts";
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
  status: text({ enum: ["open", "paid", "void"] })
    .notNull()
    .default("open"),
  paidAt: instant(),
  months: integer().notNull().default(1),
  forPeriod: flag().notNull().default(true),
  lines: text({ mode: "json" }).$type<InvoiceLine[]>(),
  discount: money().notNull().default("0.00"),
  credited: money().notNull().default("0.00"),
});
export type InvoiceRow = typeof invoices.$inferSelect;

/** A line of an invoice that was written by hand. */
export type InvoiceLine = { detail: string; value: string };

/**
 * An invoice as it travels. `received`: all its payments, enough or not. `rest`: the amount still
 * due. `surplus`: payments beyond the value, which are credit.
 */
export type Invoice = Omit<InvoiceRow, "status" | "forPeriod"> & {
  status: InvoiceStatus;
  companyName: string;
  received: string;
  rest: string;
  surplus: string;
};

/** The invoices of a filter, and their value. */
export type InvoiceSum = { count: number; value: string };

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
  invoiceId: integer(),
  companyId: integer(),
  companyName: text().notNull(),
  detail: text().notNull(),
  elsewhere: flag().notNull().default(false),
  txid: text(),
  value: money().notNull(),
  paidAt: instant().notNull(),
  extendedTo: text(),
  note: text(),
  userName: text(),
  createdAt: instant().notNull(),
});
export type InvoicePayment = typeof invoicePayments.$inferSelect;

/** A payment as its invoice shows it. */
export type ShownPayment = Pick<
  InvoicePayment,
  | "id"
  | "endToEndId"
  | "txid"
  | "value"
  | "paidAt"
  | "extendedTo"
  | "note"
  | "userName"
  | "createdAt"
>;

/** A payment in the list of the box's owner. `invoiceId` is null once the invoice is gone. */
export type ReceivedPayment = ShownPayment &
  Pick<InvoicePayment, "invoiceId" | "companyId" | "companyName" | "detail">;
