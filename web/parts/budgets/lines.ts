import { api, ApiError } from "../../kit/api.ts";
import { addAmounts, cutToUnit } from "../../../src/shared/units.ts";
import { live } from "../../session/live.ts";
import type { OfferedProduct } from "../products/offers.ts";
import {
  groupTerms,
  keyOf,
  type Line,
  newKey,
  storePrice,
  type StorePrice,
  unitary,
} from "../cart/line.ts";
import type { CartActions } from "../cart/cart-actions.ts";
import { changeDraft, changeLine, draft } from "./draft.ts";

/**
 * Adds a product to the cart, at most its stock. One with options gets a line of its own. Returns
 * false without stock.
 */
export function addProduct(offer: OfferedProduct, amount: number): boolean {
  const lines = draft.peek()?.lines ?? [];
  const groups = offer.optionGroups.map(groupTerms);
  const same = lines.filter(({ productId }) => productId === offer.id);
  const existing = groups.length > 0 ? undefined : same[0];
  const summed = addAmounts(existing?.amount ?? 0, amount);
  const newAmount = cutToUnit(Math.min(offer.stock, summed), offer.unit);
  if (newAmount <= 0) return false;
  const line: Line = {
    ...(existing ? { key: existing.key, note: existing.note } : newKey(offer.id, same)),
    productId: offer.id,
    name: offer.name,
    ean: offer.ean,
    picture: offer.mediaPath,
    unit: offer.unit,
    amount: newAmount,
    clipped: offer.stock < summed || undefined,
    groups,
    isActive: true,
    price: storePrice(offer),
  };
  changeDraft({
    lines: existing
      ? lines.map((one) => (one === existing ? { ...line, before: one.before } : one))
      : [...lines, line],
  });
  return true;
}

/** Changes the lines of the open draft. */
export const draftActions: CartActions = {
  change: changeLine,
  remove: (key) =>
    changeDraft({ lines: draft.peek()?.lines.filter((line) => keyOf(line) !== key) ?? [] }),
};

/**
 * Reads the current prices of the cart's products in its store. Products that cannot be read keep
 * their values.
 */
export async function readPrices() {
  const open = draft.peek();
  if (!open?.storeId) return;
  const { storeId } = open;
  const fresh = await Promise.all(open.lines.map((line) => readLine(line, storeId)));
  if (draft.peek()?.storeId === storeId)
    for (const one of fresh) if (one) patchLines(one.productId, () => one);
}

/**
 * Follows changes of prices and products while a budget is open. Returns a function that stops it.
 */
export function watchPrices() {
  const closers = [
    live.on("productStore", ({ action, productStore }) => {
      const entry = productStore as StorePrice | undefined;
      if (action === "delete" || !entry) return void readPrices();
      if (entry.storeId === draft.peek()?.storeId)
        patchLines(entry.productId, ({ price }) => ({
          price: { promotions: price?.promotions, ...storePrice(entry) },
        }));
    }),
    live.on("product", ({ action, product, productId }) => {
      if (action === "delete") return patchLines(Number(productId), () => ({ isActive: false }));
      // An import sends one event for all products.
      if (!product) return void readPrices();
      const read = product as ReadProduct & { id: number };
      patchLines(read.id, () => ({ ...productPart(read), soldAt: undefined }));
    }),
    live.on("promotion", () => void readPrices()),
    live.onReset(() => void readPrices()),
  ];
  return () => closers.forEach((close) => close());
}

/** Updates the lines of a product. A line shows the old price when the price changes. */
function patchLines(productId: number, changeOf: (line: Line) => Partial<Line>) {
  const lines = draft.peek()?.lines ?? [];
  const fresh = lines.map((line) =>
    line.productId === productId ? patched(line, changeOf(line)) : line,
  );
  if (fresh.some((line, index) => line !== lines[index])) changeDraft({ lines: fresh });
}

function patched(line: Line, change: Partial<Line>): Line {
  const fresh = { ...line, ...change };
  const changed = Object.keys(change).some(
    (name) =>
      JSON.stringify(line[name as keyof Line]) !== JSON.stringify(fresh[name as keyof Line]),
  );
  if (!changed) return line;
  const costsOther =
    line.price !== null && fresh.price !== null && unitary(line) !== unitary(fresh);
  return costsOther ? { ...fresh, before: unitary(line) } : fresh;
}

type ReadProduct = Pick<
  OfferedProduct,
  "name" | "ean" | "isActive" | "unit" | "mediaPath" | "optionGroups"
>;

const productPart = ({ name, ean, isActive, unit, mediaPath, optionGroups }: ReadProduct) => ({
  name,
  ean,
  isActive,
  unit,
  picture: mediaPath,
  groups: optionGroups.map(groupTerms),
});

type KnownLine = Partial<Line> & { productId: number };

async function readLine({ productId }: Line, storeId: number): Promise<KnownLine | undefined> {
  try {
    const [product, { productStores }] = await Promise.all([
      api.get<ReadProduct>(`/products/${productId}`),
      api.get<{ productStores: StorePrice[] }>(`/productStores/all/${productId}`),
    ]);
    const entry = productStores.find((one) => one.storeId === storeId);
    return {
      productId,
      ...productPart(product),
      soldAt: undefined,
      price: entry ? storePrice(entry) : null,
    };
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { productId, isActive: false }
      : undefined;
  }
}
