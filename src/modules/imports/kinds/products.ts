import { and, asc, eq } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../../kit/db/table.ts";
import { addAmounts } from "../../../shared/units.ts";
import { eanKey } from "../../../shared/ean.ts";
import { isAboveSelling } from "../../../shared/sales.ts";
import { categories } from "../../categories/table.ts";
import { hasParts, unitOf } from "../../products/products.ts";
import { products } from "../../products/table.ts";
import { knownProduct } from "../../products/known-product.ts";
import { moveStock } from "../../stock/stock.ts";
import { productStores } from "../../stock/table.ts";
import { stores } from "../../stores/table.ts";
import { folded } from "../cells.ts";
import { kindOf } from "../kind.ts";
import { guessProducts, isProduct, productMapping } from "../product-columns.ts";
import { columnOf, productOf, type Prices, type ProductRow } from "../product-row.ts";
import { refused } from "../rows.ts";
import type { Choice, Refusal } from "../table.ts";

/**
 * Rows become products, with their prices and stock in a store. An existing product is found by its
 * EAN, else its code, else its name; empty cells change nothing. rules.md#imports
 */
export const productKind = kindOf<ProductRow>({
  name: "products",
  needsName: true,
  needsNumber: false,
  missing: {
    name: ["ERR_IMPORT_NO_PRODUCT_NAME", "Não foi selecionado o campo de nome do produto"],
    rows: ["ERR_IMPORT_NO_PRODUCTS", "Nenhum produto selecionado"],
  },
  slice: 50,
  existing: "updated",
  guess: guessProducts,
  mapping: productMapping,
  isData: isProduct,
  rowOf: productOf,
  numberColumns: (mapping) =>
    (["stock", "costPrice", "promotionPrice", "sellingPrice"] as const)
      .map((name) => columnOf(mapping, name))
      .filter((column) => column !== null),
  keyOf: ({ ean, code, name }) => (ean ? eanKey(ean) : code || name.toLowerCase()),
  contradictions,
  contradicted: (mapping) => refused("eanTwice", columnOf(mapping, "ean")),
  refuse,
  numberOf: () => "",
  isKnown: (db, row) => knownProduct(db, row) !== undefined,
  display: ({ prices, isActive, unit, ...row }) => ({
    ...row,
    ...(unit && { unit }),
    ...(isActive !== undefined && { active: String(isActive) }),
    ...(prices && { ...prices, stock: prices.stock === undefined ? "" : String(prices.stock) }),
  }),
  save(tx, rows, { userId, withoutCost }) {
    let created = 0;
    for (const row of rows) {
      const existing = knownProduct(tx, row);
      const productId = saveProduct(tx, row, existing?.id, userId);
      if (row.prices) savePrices(tx, productId, row.prices, userId, withoutCost);
      if (!existing) created += 1;
    }
    return { created, updated: rows.length - created, duplicated: 0 };
  },
  announce: (tx) => tx.emit("product", "reload", {}, { to: "everyone" }),
});

/** One EAN is one product, once in each store: another name, or the same store, contradicts it. */
function contradictions() {
  const seen = new Map<string, { name: string; stores: Set<string> }>();
  return ({ ean, name, prices }: ProductRow) => {
    if (!ean) return false;
    const store = folded(prices?.store ?? "");
    const first = seen.get(eanKey(ean));
    if (!first) {
      seen.set(eanKey(ean), { name: folded(name), stores: new Set([store]) });
      return false;
    }
    if (first.name !== folded(name) || first.stores.has(store)) return true;
    first.stores.add(store);
    return false;
  };
}

/** A product that a store does not sell yet needs both prices there. */
function refuse(
  db: CompanyDb,
  row: ProductRow,
  { mapping, withoutCost }: Pick<Choice, "mapping" | "withoutCost">,
): Refusal | undefined {
  const existing = knownProduct(db, row);
  const isPart = row.prices?.stock !== undefined && !Number.isInteger(row.prices.stock);
  if (isPart && (row.unit ?? (existing && unitOf(db, existing.id)) ?? "un") === "un")
    return refused("badStock", columnOf(mapping, "stock"));
  if (row.unit === "un" && existing && hasParts(db, existing.id))
    return refused("badStock", columnOf(mapping, "unit"));
  if (!row.prices) return undefined;
  const { costPrice, sellingPrice, promotionPrice } = row.prices;
  if (sellingPrice && (costPrice || withoutCost)) return undefined;
  const storeId = storeIdNamed(db, row.prices.store);
  const entry = existing && storeId !== undefined ? entryOf(db, existing.id, storeId) : undefined;
  if (entry)
    return promotionPrice && isAboveSelling(promotionPrice, sellingPrice ?? entry.sellingPrice)
      ? refused("dearPromotion", columnOf(mapping, "promotionPrice"))
      : undefined;
  if (withoutCost === "noPrice") return undefined;
  return sellingPrice
    ? refused("noCost", columnOf(mapping, "costPrice"))
    : refused("noPrice", columnOf(mapping, "sellingPrice"));
}

function saveProduct(
  tx: Tx,
  { name, ean, code, category, description, isActive, unit }: ProductRow,
  existingId: number | undefined,
  userId: number | null,
): number {
  const now = tx.now();
  const values = {
    name,
    ...(ean && { ean }),
    ...(code && { code }),
    ...(description && { description }),
    ...(isActive !== undefined && { isActive }),
    ...(unit && { unit }),
    ...(category && { categoryId: categoryNamed(tx, category, userId) }),
  };
  if (existingId === undefined)
    return tx
      .insert(products)
      .values({ ...values, userId, ...insertTimestamps(now) })
      .returning({ id: products.id })
      .get().id;
  tx.update(products)
    .set({ ...values, ...updateTimestamps(now) })
    .where(eq(products.id, existingId))
    .run();
  return existingId;
}

function savePrices(
  tx: Tx,
  productId: number,
  { store, stock, ...prices }: Prices,
  userId: number | null,
  withoutCost: Choice["withoutCost"],
) {
  const now = tx.now();
  const existingStore = storeIdNamed(tx, store);
  const existing = existingStore === undefined ? undefined : entryOf(tx, productId, existingStore);
  const costPrice =
    prices.costPrice ?? (withoutCost === "selling" ? prices.sellingPrice : undefined);
  if (!existing && (!costPrice || !prices.sellingPrice)) return;
  const storeId = existingStore ?? makeStore(tx, store, userId);
  // A promotion ends where the sheet has a lower price and no promotion price. rules.md#stock
  const ends =
    existing && prices.sellingPrice && isAboveSelling(existing.promotionPrice, prices.sellingPrice);
  if (existing)
    tx.update(productStores)
      .set({
        ...(ends && { promotionPrice: "0.00" }),
        ...prices,
        ...updateTimestamps(now),
      })
      .where(eq(productStores.id, existing.id))
      .run();
  else
    tx.insert(productStores)
      .values({
        ...prices,
        costPrice: costPrice!,
        sellingPrice: prices.sellingPrice!,
        productId,
        storeId,
        ...insertTimestamps(now),
      })
      .run();
  if (stock !== undefined)
    moveStock(tx, {
      productId,
      storeId,
      amount: addAmounts(stock, -(existing?.stock ?? 0)),
      reason: "import",
      userId,
      isSilent: true,
    });
}

const entryOf = (db: CompanyDb, productId: number, storeId: number) =>
  db
    .select({
      id: productStores.id,
      stock: productStores.stock,
      sellingPrice: productStores.sellingPrice,
      promotionPrice: productStores.promotionPrice,
    })
    .from(productStores)
    .where(and(eq(productStores.productId, productId), eq(productStores.storeId, storeId)))
    .get();

/** Names that no category has become categories. */
function categoryNamed(tx: Tx, name: string, userId: number | null): number {
  const existing = tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.name, name))
    .get();
  if (existing) return existing.id;
  const category = tx
    .insert(categories)
    .values({ name, userId, ...insertTimestamps(tx.now()) })
    .returning()
    .get();
  tx.emit("category", "create", { category }, { to: "everyone" });
  return category.id;
}

/** The store of this name; without a name, the first. */
const storeIdNamed = (db: CompanyDb, name: string): number | undefined =>
  db
    .select({ id: stores.id })
    .from(stores)
    .where(name ? eq(stores.name, name) : undefined)
    .orderBy(asc(stores.id))
    .limit(1)
    .get()?.id;

function makeStore(tx: Tx, name: string, userId: number | null): number {
  const store = tx
    .insert(stores)
    .values({ name: name || "Matriz", userId, ...insertTimestamps(tx.now()) })
    .returning()
    .get();
  tx.emit("store", "create", { store }, { to: "everyone" });
  return store.id;
}
