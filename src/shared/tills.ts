/** Cash that is put into a till, or taken out of it. */
export const tillMovementKinds = ["in", "out"] as const;

export type TillMovementKind = (typeof tillMovementKinds)[number];

/** In cents. `taken`: the receipts of a method, their change included. */
export type TillSums = {
  openingAmount: number;
  movedIn: number;
  movedOut: number;
  receipts: { paymentId: number; taken: number; change: number }[];
  /** The method that the drawer counts as; null where the company has no cash. */
  cashId: number | null;
};

/**
 * The money of each method that a till should hold, in cents. The drawer has the opening amount and what was
 * moved, and all change leaves it, whatever the customer paid with. rules.md#tills
 */
export function expectedOf(sums: TillSums): Map<number, number> {
  const { openingAmount, movedIn, movedOut, receipts, cashId } = sums;
  const expected = new Map(receipts.map(({ paymentId, taken }) => [paymentId, taken]));
  if (cashId === null) return expected;
  const change = receipts.reduce((sum, each) => sum + each.change, 0);
  const drawer = openingAmount + movedIn - movedOut - change;
  return expected.set(cashId, (expected.get(cashId) ?? 0) + drawer);
}
