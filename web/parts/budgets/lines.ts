import type { ProductStore } from "../../../src/modules/stock/table.ts";
import { api, ApiError } from "../../kit/api.ts";
import { addAmounts, cutToUnit } from "../../../src/shared/units.ts";
import { centsOf } from "../../../src/shared/money.ts";
import type { Price } from "../../../src/pricing/terms.ts";
import { live } from "../../session/live.ts";
import type { OfferedProduct } from "../products/offers.ts";
import { changeDraft, draft, type Line } from "./draft.ts";

type StorePrice = Pick<
  ProductStore,
  "productId" | "storeId" | "stock" | "sellingPrice" | "promotionPrice"
>;

/** The price of one of the unit. */
export const unitary = ({ price }: Pick<Line, "price">) =>
  price ? (price.promotionPrice > 0 ? price.promotionPrice : price.sellingPrice) : 0;

/** Adds a product to the cart, at most its stock. Returns false without stock. */
export function addProduct(offer: OfferedProduct, amount: number): boolean {
  const lines = draft.peek()?.lines ?? [];
  const existing = lines.find(({ productId }) => productId === offer.id);
  const summed = addAmounts(existing?.amount ?? 0, amount);
  const newAmount = cutToUnit(Math.min(offer.stock, summed), offer.unit);
  if (newAmount <= 0) return false;
  const line: Line = {
    productId: offer.id,
    name: offer.name,
    ean: offer.ean,
    picture: offer.mediaPath,
    unit: offer.unit,
    amount: newAmount,
    clipped: offer.stock < summed || undefined,
    isActive: true,
    price: priceOf(offer),
  };
  changeDraft({
    lines: existing
      ? lines.map((one) => (one === existing ? { ...line, before: one.before } : one))
      : [...lines, line],
  });
  return true;
}

export const removeLine = (productId: number) =>
  changeDraft({ lines: draft.peek()?.lines.filter((line) => line.productId !== productId) ?? [] });

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
    for (const one of fresh) if (one) patchLine(one.productId, one);
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
        patchLine(entry.productId, { price: priceOf(entry) });
    }),
    live.on("product", ({ action, product, productId }) => {
      if (action === "delete") return patchLine(Number(productId), { isActive: false });
      // An import sends one event for all products.
      if (!product) return void readPrices();
      const { id, name, isActive, unit, mediaPath } = product as Pick<
        OfferedProduct,
        "id" | "name" | "isActive" | "unit" | "mediaPath"
      >;
      patchLine(id, { name, isActive, unit, picture: mediaPath });
    }),
    live.onReset(() => void readPrices()),
  ];
  return () => closers.forEach((close) => close());
}

const priceOf = ({
  sellingPrice,
  promotionPrice,
  stock,
}: Omit<StorePrice, "productId" | "storeId">): Price => ({
  sellingPrice: centsOf(sellingPrice),
  promotionPrice: centsOf(promotionPrice),
  stock,
});

/** Updates a product's line. The line shows the old price when the price changes. */
function patchLine(productId: number, change: Partial<Line>) {
  const line = draft.peek()?.lines.find((one) => one.productId === productId);
  if (!line) return;
  const fresh = { ...line, ...change };
  const changed = Object.keys(change).some(
    (name) =>
      JSON.stringify(line[name as keyof Line]) !== JSON.stringify(fresh[name as keyof Line]),
  );
  if (!changed) return;
  const costsOther =
    line.price !== null && fresh.price !== null && unitary(line) !== unitary(fresh);
  if (costsOther) fresh.before = unitary(line);
  changeDraft({ lines: draft.peek()!.lines.map((one) => (one === line ? fresh : one)) });
}

type KnownLine = Partial<Line> & { productId: number };

async function readLine({ productId }: Line, storeId: number): Promise<KnownLine | undefined> {
  try {
    const [product, { productStores }] = await Promise.all([
      api.get<Pick<OfferedProduct, "name" | "ean" | "isActive" | "unit" | "mediaPath">>(
        `/products/${productId}`,
      ),
      api.get<{ productStores: StorePrice[] }>(`/productStores/all/${productId}`),
    ]);
    const entry = productStores.find((one) => one.storeId === storeId);
    return {
      productId,
      name: product.name,
      ean: product.ean,
      picture: product.mediaPath,
      isActive: product.isActive,
      unit: product.unit,
      price: entry ? priceOf(entry) : null,
    };
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { productId, isActive: false }
      : undefined;
  }
}
