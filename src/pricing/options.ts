import type {
  ChosenOption,
  OptionGroupTerms,
  PricedOption,
  Problem,
  ProductTerms,
} from "./terms.ts";

/** The chosen options that the product still has, with their prices. */
export const pricedOptions = (
  product: ProductTerms | undefined,
  chosen: readonly ChosenOption[],
): PricedOption[] =>
  chosen.flatMap(({ optionId, amount }) => {
    const option = groupOf(product, optionId)?.options.find(({ id }) => id === optionId);
    return option
      ? [{ optionId, amount, name: option.name, price: option.price, priceMode: option.priceMode }]
      : [];
  });

/**
 * The price of one (cents) with its options. Of several that replace the price the dearest counts.
 * rules.md#options
 */
export function withOptions(price: number, options: readonly PricedOption[]): number {
  const replacing = options.filter(({ priceMode }) => priceMode === "replace");
  const added = options.filter(({ priceMode }) => priceMode === "add");
  const base = replacing.length > 0 ? Math.max(...replacing.map((option) => option.price)) : price;
  return added.reduce((sum, option) => sum + option.price * option.amount, base);
}

/** The reasons why a choice of options can't be sold. */
export function problemsOfOptions(
  product: ProductTerms | undefined,
  chosen: readonly ChosenOption[],
  line: number,
): Problem[] {
  const gone = chosen.flatMap(({ optionId }, option): Problem[] =>
    groupOf(product, optionId) ? [] : [{ code: "optionGone", line, option }],
  );
  const counts = (product?.groups ?? []).flatMap((group): Problem[] => {
    const count = countIn(group, chosen);
    if (count < group.min) return [{ code: "optionsMissing", line, limit: group.min }];
    return count > group.max ? [{ code: "optionsTooMany", line, limit: group.max }] : [];
  });
  return [...gone, ...counts];
}

const countIn = ({ options }: OptionGroupTerms, chosen: readonly ChosenOption[]) =>
  chosen
    .filter(({ optionId }) => options.some(({ id }) => id === optionId))
    .reduce((sum, { amount }) => sum + amount, 0);

const groupOf = (product: ProductTerms | undefined, optionId: number) =>
  product?.groups?.find(({ options }) => options.some(({ id }) => id === optionId));
