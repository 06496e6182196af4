import { priceOf } from "../../pricing/quote.ts";
import type { Problem, SoldAt, Terms } from "../../pricing/terms.ts";
import { centsOf } from "../../shared/money.ts";
import { addAmounts } from "../../shared/units.ts";
import type { BudgetItem } from "./table.ts";

/** A line of one price. `at`: the index of its item in the request. */
type Priced<Item> = Item & { soldAt?: SoldAt; at: number };

/**
 * Splits the items into lines of one price each: promised pieces at their price, others at today's.
 * Fewer pieces remove the last ones added. rules.md#final-orders
 */
export function promisedItems<Item extends { productId: number; amount: number }>(
  items: Item[],
  sold: BudgetItem[],
  { products }: Terms,
): Priced<Item>[] {
  const promises = Map.groupBy(sold, ({ productId }) => productId);
  const used = new Map<BudgetItem, number>();
  return items.flatMap((item, at) => {
    const lines: Priced<Item>[] = [];
    let left = item.amount;
    for (const promise of promises.get(item.productId) ?? []) {
      const amount = Math.min(left, addAmounts(promise.amount, -(used.get(promise) ?? 0)));
      if (amount <= 0) continue;
      used.set(promise, addAmounts(used.get(promise) ?? 0, amount));
      left = addAmounts(left, -amount);
      lines.push({ ...item, at, amount, soldAt: soldAt(promise) });
    }
    if (left === 0) return lines;
    const last = lines.at(-1);
    if (!isSame(last?.soldAt, priceOf(products.get(item.productId))))
      return [...lines, { ...item, at, amount: left }];
    return [...lines.slice(0, -1), { ...last!, amount: addAmounts(last!.amount, left) }];
  });
}

/** Maps problems of lines to the items of the request. */
export const problemsOfItems = (
  problems: Problem[],
  lines: Priced<{ amount: number }>[],
): Problem[] =>
  problems.map(({ line, limit, ...problem }) => {
    if (line === undefined) return { ...problem, limit };
    const { at } = lines[line]!;
    const before = lines.slice(0, line).filter((other) => other.at === at);
    const pieces = before.reduce((sum, { amount }) => addAmounts(sum, amount), 0);
    return {
      ...problem,
      line: at,
      ...(limit !== undefined && { limit: addAmounts(limit, pieces) }),
    };
  });

const soldAt = ({ unitary, unitaryGross }: BudgetItem): SoldAt => ({
  unitary: centsOf(unitary),
  unitaryGross: centsOf(unitaryGross),
});

const isSame = (one: SoldAt | undefined, other: SoldAt) =>
  one?.unitary === other.unitary && one.unitaryGross === other.unitaryGross;
