import { amountOf, centsOf } from "../../../src/shared/money.ts";
import type { FullOrder, Payment } from "./types.ts";

/** The letter that chooses a type of payment: dinheiro, Pix, crédito, débito. */
const letters: Record<number, string> = { 1: "D", 2: "P", 3: "C", 4: "B" };

export type Method = { payment: Payment; letter: string | null };

/** Cash, Pix, debit, credit: as often as shops use them. */
const usual = [1, 2, 4, 3];

/** The methods by type; the first method of a type has its letter. */
export const methodsOf = (payments: Payment[]): Method[] =>
  payments
    .toSorted((one, other) => rank(one) - rank(other) || one.id - other.id)
    .map((payment, index, sorted) => {
      const isFirst = sorted[index - 1]?.typePaymentId !== payment.typePaymentId;
      return { payment, letter: (isFirst && letters[payment.typePaymentId]) || null };
    });

const rank = ({ typePaymentId }: Payment) => usual.indexOf(typePaymentId);

/** The amount to fill in. An order that is older than receipts owes its total. */
export const owedOf = ({ paymentState, cancelledAt, owed, total }: FullOrder) =>
  paymentState === null && !cancelledAt ? total : owed;

/** Round sums of notes that a customer may hand over for an amount, and the amount itself. */
export function handedSums(owed: string): string[] {
  const cents = centsOf(owed);
  const rounded = [500, 5000, 10_000].map((note) => Math.ceil(cents / note) * note);
  return [...new Set([cents, ...rounded])].map(amountOf);
}
