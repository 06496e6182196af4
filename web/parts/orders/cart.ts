import { centsOf } from "../../../src/shared/money.ts";
import { addAmounts } from "../../../src/shared/units.ts";
import { money } from "../../kit/text.ts";
import type { QuotedLine } from "../cart/CartLines.tsx";
import { type Line, unknownStock } from "../cart/line.ts";
import { quantity } from "../products/amounts.ts";
import type { FullOrder, OrderItem } from "./types.ts";

/** The lines of an order that is changed. */
export type Cart = Line[];

type Chosen = {
  productId: number;
  options?: { optionId: number; amount: number }[];
  note?: string;
};

/** An item of the order with its prices, as it was sold or as the server calculated it. */
export type PricedItem = Pick<
  OrderItem,
  "productId" | "amount" | "unitary" | "unitaryGross" | "discount" | "total" | "options" | "note"
>;

/** A product with the same options and note has one line, though its pieces may have several prices. */
export const cartOf = ({ orderItems }: FullOrder): Cart =>
  [...Map.groupBy(orderItems, choiceOf).values()].map((items, index) => {
    const { productId, product, unit, options, note, unitary } = items[0]!;
    return {
      key: `${productId}-${index}`,
      productId,
      name: product.name,
      ean: null,
      picture: null,
      unit,
      amount: items.reduce((sum, { amount }) => addAmounts(sum, amount), 0),
      options: options.map(({ optionId, amount }) => ({ optionId, amount })),
      note,
      soldAt: soldAt(items[0]!),
      isActive: true,
      price: { sellingPrice: centsOf(unitary), promotionPrice: 0, stock: unknownStock },
    };
  });

/** The part of a cart that is saved, as text to compare. */
export const wishesOf = (cart: Cart) =>
  JSON.stringify(cart.map((line) => [choiceOf(line), line.amount]));

/** A line with the prices of the last calculation, and its figures. */
export function pricedLine(line: Line, items: PricedItem[]): { line: Line; quoted?: QuotedLine } {
  const own = items.filter((item) => choiceOf(item) === choiceOf(line));
  const [first] = own;
  if (!first) return { line };
  const sum = (amounts: string[]) => amounts.reduce((cents, amount) => cents + centsOf(amount), 0);
  return {
    line: {
      ...line,
      soldAt: soldAt(first),
      prices: own.length > 1 ? pricesOf(line, own) : undefined,
    },
    quoted: {
      unitaryGross: own.length > 1 ? 0 : centsOf(first.unitaryGross),
      total: sum(own.map(({ total }) => total)),
      discount: sum(own.map(({ discount }) => discount)),
    },
  };
}

const choiceOf = ({ productId, options = [], note = "" }: Chosen) =>
  JSON.stringify([
    productId,
    options.map(({ optionId, amount }) => `${optionId}x${amount}`).sort(),
    note,
  ]);

const soldAt = ({ unitary, unitaryGross, options }: PricedItem) => ({
  unitary: centsOf(unitary),
  unitaryGross: centsOf(unitaryGross),
  options: options.map((option) => ({ ...option, price: centsOf(option.price) })),
});

const pricesOf = ({ unit = "un" }: Line, items: PricedItem[]) =>
  items.map(({ amount, unitary }) => `${quantity(amount, unit)} × ${money(unitary)}`).join(" + ");
