import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, money } from "../../kit/db/table.ts";
import type { TypePayment } from "../../shared/payments.ts";

export const payments = sqliteTable("payments", {
  ...base,
  code: text(),
  name: text().notNull(),
  typePaymentId: integer().$type<1 | 2 | 3 | 4>().notNull(),
  userId: integer(),
});

/** The number of instalments that are offered from a value on. */
export const paymentDetails = sqliteTable("paymentDetails", {
  ...base,
  paymentId: integer().notNull(),
  minimumValue: money().notNull(),
  installments: integer().notNull(),
});
export type PaymentDetail = typeof paymentDetails.$inferSelect;

/** A payment method as it travels, with its instalment rules. */
export type Payment = typeof payments.$inferSelect & {
  typePayment: TypePayment;
  paymentDetails: { id: number; paymentId?: number; minimumValue: string; installments: number }[];
};
