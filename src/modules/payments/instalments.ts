import { eq } from "drizzle-orm";
import { z } from "zod";
import { emitRow } from "../../kit/http/crud.ts";
import { invalidFields } from "../../kit/fault.ts";
import { id, money } from "../../kit/http/fields.ts";
import { all, find } from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { notFound } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { typePayments } from "../../shared/payments.ts";
import { payment } from "./payments.ts";
import { paymentDetails, payments } from "./table.ts";

export const ruleBody = z.object({
  paymentId: id,
  minimumValue: money,
  installments: z.number().int().min(1).max(99),
});
export const ruleChange = ruleBody
  .omit({ paymentId: true })
  .partial()
  .extend({ paymentDetailId: id.optional() });

const rule: Resource = {
  name: "paymentDetails",
  event: "paymentDetail",
  table: paymentDetails,
  body: ruleBody.shape,
  search: [],
  filters: { paymentId: paymentDetails.paymentId },
  order: [paymentDetails.minimumValue],
};

/** The instalment rules of a payment method, from the smallest value. Throws missing. */
export const rulesOf = (db: CompanyDb, paymentId: number) => ({
  paymentDetails: all(db, rule, { paymentId: find(db, payment, paymentId).id }),
});

/** Throws missing. */
export const findRule = (db: CompanyDb, id: number) => find(db, rule, id);

/**
 * Throws invalid for an unknown payment method or one without instalments, a conflict where a rule
 * begins at this value already.
 */
export const addRule = (db: CompanyDb, body: z.infer<typeof ruleBody>) =>
  db.write((tx) => {
    refuseWithoutInstalments(tx, body.paymentId);
    const { id } = tx
      .insert(paymentDetails)
      .values({ ...body, ...insertTimestamps(db.now()) })
      .returning()
      .get();
    emitRow(tx, payment, "update", body.paymentId);
    return emitRow(tx, rule, "create", id);
  });

/** Throws missing, a conflict where another begins at this value already. */
export const changeRule = (
  db: CompanyDb,
  id: number,
  { paymentDetailId: _, ...change }: z.infer<typeof ruleChange>,
) =>
  db.write((tx) => {
    const row = tx
      .update(paymentDetails)
      .set({ ...change, ...updateTimestamps(db.now()) })
      .where(eq(paymentDetails.id, id))
      .returning()
      .get();
    if (!row) throw notFound();
    emitRow(tx, payment, "update", row.paymentId);
    return emitRow(tx, rule, "update", id);
  });

/** Throws missing. */
export const removeRule = (db: CompanyDb, id: number) =>
  db.write((tx) => {
    const row = tx.delete(paymentDetails).where(eq(paymentDetails.id, id)).returning().get();
    if (!row) throw notFound();
    tx.emit("paymentDetail", "delete", { paymentDetailId: id }, { to: "everyone" });
    emitRow(tx, payment, "update", row.paymentId);
    return {};
  });

function refuseWithoutInstalments(tx: Tx, paymentId: number) {
  const row = tx
    .select({ type: payments.typePaymentId })
    .from(payments)
    .where(eq(payments.id, paymentId))
    .get();
  if (!typePayments.some(({ id, installments }) => id === row?.type && installments))
    throw invalidFields({ paymentId: "invalid" });
}
