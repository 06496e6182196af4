import { priceOf } from "../../pricing/items.ts";
import { pricedOptions } from "../../pricing/options.ts";
import type { ChosenOption, PricedOption, Problem, SoldAt, Terms } from "../../pricing/terms.ts";
import { centsOf } from "../../shared/money.ts";
import { addAmounts } from "../../shared/units.ts";
import type { BudgetItem } from "./table.ts";

type Item = {
  productId: number;
  amount: number;
  /** Without them the item keeps those that it was sold with. */
  options?: readonly ChosenOption[];
  note?: string;
};

/** A line of one price. `at`: the index of its item in the request. */
type Priced<Of> = Of & { soldAt?: SoldAt; at: number };

/**
 * Splits the items into lines of one price each: promised pieces at their price, others at today's.
 * A promise is for a product with its options. Fewer pieces remove the last ones added.
 * rules.md#final-orders
 */
export function promisedItems<Of extends Item>(
  items: Of[],
  sold: BudgetItem[],
  { products, at: now }: Terms,
): Priced<Of>[] {
  const used = new Map<BudgetItem, number>();
  const promisesFor = promisesIn(sold);
  return items.flatMap((item, at) => {
    const lines: Priced<Of>[] = [];
    let left = item.amount;
    for (const promise of promisesFor(item)) {
      const amount = Math.min(left, addAmounts(promise.amount, -(used.get(promise) ?? 0)));
      if (amount <= 0) continue;
      used.set(promise, addAmounts(used.get(promise) ?? 0, amount));
      left = addAmounts(left, -amount);
      const { options, note } = promise;
      lines.push({ options, note, ...given(item), at, amount, soldAt: soldAt(promise) });
    }
    if (left === 0) return lines;
    const last = lines.at(-1);
    const { options, note } = last ?? item;
    const product = products.get(item.productId);
    const price = priceOf(product, pricedOptions(product, options ?? []), now);
    if (!isSame(last?.soldAt, price))
      return [...lines, { options, note, ...given(item), at, amount: left }];
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
    if (problem.code !== "stock") return { ...problem, line: at, limit };
    const before = lines.slice(0, line).filter((other) => other.at === at);
    const pieces = before.reduce((sum, { amount }) => addAmounts(sum, amount), 0);
    return {
      ...problem,
      line: at,
      ...(limit !== undefined && { limit: addAmounts(limit, pieces) }),
    };
  });

/** The same choice of options, in whatever order. */
export const optionsKey = (options: readonly ChosenOption[]) =>
  options
    .map(({ optionId, amount }) => `${optionId}x${amount}`)
    .sort()
    .join();

/** Finds the promises for an item: those of its product, with its options where it names some. */
function promisesIn(sold: BudgetItem[]): (item: Item) => BudgetItem[] {
  const byProduct = Map.groupBy(sold, ({ productId }) => productId);
  const keyOf = (productId: number, options: readonly ChosenOption[]) =>
    `${productId} ${optionsKey(options)}`;
  const byOptions = Map.groupBy(sold, ({ productId, options }) => keyOf(productId, options));
  return ({ productId, options }) =>
    (options ? byOptions.get(keyOf(productId, options)) : byProduct.get(productId)) ?? [];
}

// A field that the request leaves out must not take the place of the promise's.
const given = <Of extends Item>(item: Of): Of =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as Of;

const soldAt = ({ unitary, unitaryGross, options }: BudgetItem): SoldAt => ({
  unitary: centsOf(unitary),
  unitaryGross: centsOf(unitaryGross),
  options: options.map((option): PricedOption => ({ ...option, price: centsOf(option.price) })),
});

const isSame = (one: SoldAt | undefined, other: SoldAt) =>
  one?.unitary === other.unitary && one.unitaryGross === other.unitaryGross;
