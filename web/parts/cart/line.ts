import type { ProductStore } from "../../../src/modules/stock/table.ts";
import { priceOf } from "../../../src/pricing/items.ts";
import { pricedOptions } from "../../../src/pricing/options.ts";
import type { ChosenOption, OptionGroupTerms, Price, SoldAt } from "../../../src/pricing/terms.ts";
import { centsOf } from "../../../src/shared/money.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { highestAmount, type Unit } from "../../../src/shared/units.ts";
import type { OfferedProduct } from "../products/offers.ts";
import { moment } from "./moment.ts";

/** A product in the cart, with its current price in the store. */
export type Line = {
  /** Tells lines of one product with other options apart; the first line has none. */
  key?: string;
  productId: number;
  name: string;
  ean: string | null;
  picture: string | null;
  /** A draft of an earlier version has none: it is of pieces. */
  unit?: Unit;
  amount: number;
  groups?: OptionGroupTerms[];
  options?: ChosenOption[];
  note?: string;
  /** The price of a saved budget, until its product is read. */
  soldAt?: SoldAt;
  isActive: boolean;
  /** Null when the store no longer sells the product. */
  price: Price | null;
  /** The unit price before it changed while the agent had the budget open, in cents. */
  before?: number;
  /** The prices of its pieces in words, where they have several. */
  prices?: string;
  /** The agent asked for more than the stock. */
  clipped?: boolean;
};

/** No quantity is too high until the prices are loaded. */
export const unknownStock = highestAmount;

export const keyOf = ({ key, productId }: Pick<Line, "key" | "productId">) =>
  key ?? String(productId);

/** The price of one of the unit, with its options, in cents. */
export function unitary({ price, unit = "un", groups, options = [], soldAt }: Line): number {
  if (soldAt) return soldAt.unitary;
  const product = { isActive: true, unit, price, groups };
  return priceOf(product, pricedOptions(product, options), moment()).unitary;
}

/** The key of one more line of a product. */
export function newKey(productId: number, same: Line[]): Pick<Line, "key"> {
  if (same.length === 0) return {};
  const last = Math.max(...same.map(({ key }) => Number(key?.split("-")[1] ?? 0)));
  return { key: `${productId}-${last + 1}` };
}

export const groupTerms = ({ options, ...group }: OfferedProduct["optionGroups"][number]) => ({
  ...group,
  options: options.map((option) => ({ ...option, price: centsOf(option.price) })),
});

/** A product's price in a store, as it travels. */
export type StorePrice = Pick<
  Wire<ProductStore>,
  "productId" | "storeId" | "stock" | "sellingPrice" | "promotionPrice"
> & { promotions?: OfferedProduct["promotions"] };

export const storePrice = ({
  sellingPrice,
  promotionPrice,
  stock,
  promotions,
}: Omit<StorePrice, "productId" | "storeId">): Price => ({
  sellingPrice: centsOf(sellingPrice),
  promotionPrice: centsOf(promotionPrice),
  stock,
  ...(promotions && {
    promotions: promotions.map((each) => ({ ...each, price: centsOf(each.price) })),
  }),
});
