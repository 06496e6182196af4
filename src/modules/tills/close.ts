import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, id, line, money } from "../../kit/http/fields.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { tillCounts, tills, type Till } from "./table.ts";
import { emitTill, find, refuseClosed, refuseSecond, subjectOf } from "./tills.ts";

/** An amount that may be below zero: more of a method may go back than came. */
const signedMoney = z
  .union([z.number(), bounded(20)])
  .transform((value) => String(value).trim())
  .refine((amount) => /^-?\d{1,7}(\.\d{1,2})?$/.test(amount), "invalid")
  .transform((amount) => amountOf(centsOf(amount)))
  .meta({ examples: ["12.90", "7.50"] });

export const closingBody = z.object({
  counted: arrayOf(z.object({ paymentId: id, value: signedMoney }), 100),
  reason: line(255).optional(),
  rest: money.nullish(),
});

export const reopeningBody = z.object({ reason: line(255, 3) });

/**
 * Closes a till with what was counted; a method that was not counted counts as nothing. A
 * difference never keeps it open. Throws missing, invalid for an unknown method, a conflict for a
 * closed one. rules.md#tills
 */
export function close(
  db: CompanyDb,
  me: Me,
  tillId: number,
  { counted, reason = "", rest = null }: z.infer<typeof closingBody>,
): Till {
  return db.write((tx) => {
    const till = refuseClosed(find(tx, me, tillId));
    const values = new Map(counted.map(({ paymentId, value }) => [paymentId, value]));
    if (values.size < counted.length) throw invalidFields({ counted: "invalid" });
    const expected = new Map(till.sums.map((sum) => [sum.paymentId, sum.expected]));
    for (const paymentId of new Set([...expected.keys(), ...values.keys()]))
      tx.insert(tillCounts)
        .values({
          tillId,
          paymentId,
          expected: expected.get(paymentId) ?? "0.00",
          counted: values.get(paymentId) ?? "0.00",
        })
        .run();
    tx.update(tills)
      .set({
        closedAt: new Date(tx.now()),
        closedById: me.id,
        reason,
        rest,
        ...updateTimestamps(tx.now()),
      })
      .where(eq(tills.id, tillId))
      .run();
    return emitTill(tx, "update", tillId);
  });
}

/**
 * Opens a closed till again; its count goes into the audit. Throws missing, a conflict for an open
 * one, and where the person has opened another in this store. rules.md#tills
 */
export function reopen(
  db: CompanyDb,
  me: Me,
  tillId: number,
  { reason }: z.infer<typeof reopeningBody>,
): Till {
  return db.write((tx) => {
    const till = find(tx, me, tillId);
    if (!till.closedAt)
      throw new Fault("conflict", "ERR_TILL_OPEN", { message: "Este caixa já está aberto" });
    if (till.userId !== null) refuseSecond(tx, till.userId, till.storeId);
    addAuditEntry(tx, {
      userId: me.id,
      action: "tillReopened",
      subject: subjectOf(till),
      details: { reason, closedAt: till.closedAt, difference: till.difference },
    });
    tx.delete(tillCounts).where(eq(tillCounts.tillId, tillId)).run();
    tx.update(tills)
      .set({
        closedAt: null,
        closedById: null,
        reason: "",
        rest: null,
        ...updateTimestamps(tx.now()),
      })
      .where(eq(tills.id, tillId))
      .run();
    return emitTill(tx, "update", tillId);
  });
}
