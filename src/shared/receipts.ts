/** The states of what came for an order. rules.md#receipts */
export const paymentStates = ["unpaid", "partial", "paid", "refunded"] as const;

export type PaymentState = (typeof paymentStates)[number];

/** In cents. `received` is null for an order that is older than receipts. */
export type OrderSums = {
  total: number;
  received: number | null;
  refunded: number;
  isCancelled: boolean;
};

/** The rest that an order owes. A cancelled one owes nothing. */
export const owedOf = (sums: OrderSums): number =>
  sums.received === null ? 0 : Math.max(0, dueOf(sums) - sums.received);

/** Money above the price of the order: it belongs to the contact. */
export const excessOf = (sums: OrderSums): number =>
  sums.received === null ? 0 : Math.max(0, sums.received - dueOf(sums));

/** Null for an order that is older than receipts, and for a cancelled one without money. */
export function paymentStateOf(sums: OrderSums): PaymentState | null {
  const { received, refunded, isCancelled } = sums;
  if (received === null) return null;
  if (received === 0 && refunded > 0) return "refunded";
  if (received === 0 && isCancelled) return null;
  if (received >= dueOf(sums)) return "paid";
  return received > 0 ? "partial" : "unpaid";
}

/**
 * Divides money that is handed over, in cents, into what the order keeps and the change. Only a
 * contact who does not pay in cash may leave more than is owed. rules.md#receipts
 */
export function splitHanded({
  handed,
  owed,
  isCash,
  hasContact,
}: {
  handed: number;
  owed: number;
  isCash: boolean;
  hasContact: boolean;
}): { value: number; change: number } {
  const value = isCash || !hasContact ? Math.min(handed, owed) : handed;
  return { value, change: handed - value };
}

const dueOf = ({ total, isCancelled }: OrderSums) => (isCancelled ? 0 : total);
