import { sql } from "drizzle-orm";
import { z } from "zod";
import { code, line } from "../../kit/http/fields.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { amountOf } from "../../shared/money.ts";
import { typePayments } from "../../shared/payments.ts";
import { paymentDetails, payments } from "./table.ts";

type Detail = { id: number; minimumValue: number; installments: number };

const typePayment = sql`${payments.typePaymentId}`.mapWith((typeId: number) =>
  typePayments.find(({ id }) => id === typeId),
);
const details =
  sql`(SELECT json_group_array(json_object('id', d.id, 'paymentId', d.paymentId, 'minimumValue', d.minimumValue, 'installments', d.installments) ORDER BY d.minimumValue) FROM ${paymentDetails} d WHERE d.paymentId = ${payments}.id)`.mapWith(
    (json: string) =>
      (JSON.parse(json) as Detail[]).map((detail) => ({
        ...detail,
        minimumValue: amountOf(detail.minimumValue),
      })),
  );

/** The payment methods. */
export const payment = {
  name: "payments",
  event: "paymentMethod",
  table: payments,
  body: {
    name: line(60, 3),
    code,
    typePaymentId: z
      .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
      .meta({ examples: [1, 2, 3, 4] }),
  },
  search: [payments.name, payments.code],
  owner: "userId",
  plan: "useSales",
  labels: { typePayment, paymentDetails: details },
} satisfies Resource;
