import {
  addAmounts,
  amountOfMilli,
  cutToUnit,
  fitsUnit,
  highestAmount,
  milliOf,
} from "../shared/units.ts";
import { lowestPrice } from "./dated.ts";
import { pricedOptions, problemsOfOptions, withOptions } from "./options.ts";
import { share } from "./rounding.ts";
import type {
  Cart,
  CartItem,
  KitPart,
  Moment,
  PricedOption,
  Problem,
  ProductTerms,
  QuoteLine,
  SoldAt,
  Terms,
} from "./terms.ts";

type Item = Omit<QuoteLine, "discount" | "total">;

/** The cart's items with their prices, and the reasons why one of them can't be sold. */
export function itemsOf(terms: Terms, cart: Cart): { items: Item[]; problems: Problem[] } {
  const { products, store, at } = terms;
  const problems: Problem[] = [];
  if (!store) problems.push({ code: "noStore" });
  if (cart.items.length === 0) problems.push({ code: "noItems" });
  const taken = new Map<number, number>();
  const items = cart.items.map((item, line) => {
    const { productId, amount: requested, options: chosen = [], note = "", soldAt } = item;
    const product = products.get(productId);
    const unit = product?.unit ?? "un";
    const isAmount = requested > 0 && requested <= highestAmount && fitsUnit(requested, unit);
    const amount = isAmount ? requested : 0;
    if (!isAmount) problems.push({ code: "amount", line });
    if (!soldAt && !product?.isActive) problems.push({ code: "productGone", line });
    // Without a store nothing has a price, and one problem reports it.
    else if (!soldAt && store && !product?.price?.sellingPrice)
      problems.push({ code: "noPrice", line });
    else if (product?.price) {
      if (!soldAt) problems.push(...problemsOfOptions(product, chosen, line));
      const limit = limitOf(products, item, taken);
      take(product, { productId, amount }, taken);
      if (milliOf(amount) > milliOf(limit)) problems.push({ code: "stock", line, limit });
    }
    const options = soldAt?.options ?? pricedOptions(product, chosen);
    const { unitary, unitaryGross } = soldAt ?? priceOf(product, options, at);
    const kit = product?.kit ?? null;
    return { productId, unit, amount, unitary, unitaryGross, options, note, kit };
  });
  return { items, problems };
}

/** A product's price now, with these options; 0 while the product is not sold. */
export function priceOf(
  product: ProductTerms | undefined,
  options: readonly PricedOption[] = [],
  at?: Moment,
): SoldAt {
  if (!product?.isActive || !product.price) return { unitary: 0, unitaryGross: 0 };
  return {
    unitary: withOptions(lowestPrice(product.price, at), options),
    unitaryGross: withOptions(product.price.sellingPrice, options),
  };
}

/** The parts that a product takes from the stock: those of a kit, else itself. rules.md#kits */
export const partsOf = (kit: readonly KitPart[] | null | undefined, productId: number) =>
  kit && kit.length > 0 ? kit : [{ productId, amount: 1 }];

/** The amount of a part that so much of a product takes. */
export const partOf = (part: number, amount: number) =>
  amountOfMilli(share(milliOf(part), milliOf(amount), 1000));

/** How much of an item the stock still gives, after the lines before it. */
function limitOf(
  products: Terms["products"],
  { productId }: Pick<CartItem, "productId">,
  taken: ReadonlyMap<number, number>,
): number {
  const { kit, unit = "un" } = products.get(productId) ?? {};
  const limits = partsOf(kit, productId).map((part) => {
    const stock = milliOf(products.get(part.productId)?.price?.stock ?? 0);
    const left = Math.max(0, stock - milliOf(taken.get(part.productId) ?? 0));
    return left / milliOf(part.amount);
  });
  return cutToUnit(Math.min(...limits), unit);
}

function take({ kit }: ProductTerms, { productId, amount }: KitPart, taken: Map<number, number>) {
  for (const part of partsOf(kit, productId)) {
    const more = partOf(part.amount, amount);
    taken.set(part.productId, addAmounts(taken.get(part.productId) ?? 0, more));
  }
}
