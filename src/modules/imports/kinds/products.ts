import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Store, Tx } from "../../../kit/store.ts";
import { insertTimestamps, updateTimestamps } from "../../../kit/table.ts";
import { amountOf } from "../../../shared/money.ts";
import { isAboveSelling } from "../../../shared/sales.ts";
import { categories } from "../../categories/table.ts";
import { products } from "../../products/table.ts";
import { moveStock } from "../../stock/stock.ts";
import { productStores } from "../../stock/table.ts";
import { stores } from "../../stores/table.ts";
import { kindOf } from "../kind.ts";
import { productMapping } from "../product-columns.ts";
import type { Cell, Mapping, ProductColumn, RowReason } from "../table.ts";

type Prices = {
  store: string;
  stock?: number;
  costPrice: string;
  sellingPrice: string;
  promotionPrice?: string;
};
type ProductRow = {
  name: string;
  ean: string;
  code: string;
  category: string;
  description: string;
  isActive?: boolean;
  prices?: Prices;
};

/**
 * Rows become products, with their prices and stock in a store. One that is there is known by its
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
  known: "updated",
  guess: productMapping,
  rowOf,
  keyOf: ({ ean, code, name }) => ean || code || name.toLowerCase(),
  numberOf: () => "",
  isKnown: (store, row) => knownProduct(store.db, row) !== undefined,
  save(tx, rows, { userId }) {
    let created = 0;
    for (const row of rows) {
      const known = knownProduct(tx, row);
      const productId = saveProduct(tx, row, known?.id, userId);
      if (row.prices) savePrices(tx, productId, row.prices, userId);
      if (!known) created += 1;
    }
    return { created, updated: rows.length - created, duplicated: 0 };
  },
  announce: (tx) => tx.emit("product", "reload", {}, { to: "everyone" }),
});

function rowOf(cells: Cell[], mapping: Mapping): ProductRow | RowReason {
  const columns = [mapping.name, ...mapping.fields.map(({ column }) => column)];
  if (columns.some((column) => column !== null && cells[column] === null)) return "formula";
  const at = (name: ProductColumn) =>
    (
      cells[
        (name === "name"
          ? mapping.name
          : mapping.fields.find((field) => field.name === name)?.column) ?? -1
      ] ?? ""
    ).trim();

  const [name, ean, code, category, description] = [
    at("name"),
    at("ean").replace(/[.,]0+$/, ""),
    at("code"),
    at("category"),
    at("description"),
  ];
  if (name === "") return "noName";
  if (name.length < 3) return "shortName";
  const isLong =
    name.length > 160 ||
    code.length > 40 ||
    description.length > 2000 ||
    (category !== "" && (category.length < 3 || category.length > 50));
  // A barcode that a spreadsheet turned into 7.89E+12 has lost its digits.
  if (isLong || !/^[\dA-Za-z-]{0,20}$/.test(ean)) return "badField";
  const prices = pricesOf(at);
  if (typeof prices === "string") return prices;
  const active = at("active").toLowerCase();
  return {
    name,
    ean,
    code,
    category,
    description,
    prices,
    ...(active !== "" && { isActive: !/^(n|0|f|inat|inact)/.test(active) }),
  };
}

function pricesOf(at: (name: ProductColumn) => string): Prices | undefined | RowReason {
  const given = (["stock", "costPrice", "sellingPrice", "promotionPrice"] as const).filter(
    (name) => at(name) !== "",
  );
  if (given.length === 0) return undefined;
  const [costPrice, sellingPrice, promotionPrice] = [
    amountIn(at("costPrice")),
    amountIn(at("sellingPrice")),
    at("promotionPrice") === "" ? "0.00" : amountIn(at("promotionPrice")),
  ];
  if (
    !costPrice ||
    !sellingPrice ||
    !promotionPrice ||
    Number(costPrice) === 0 ||
    Number(sellingPrice) === 0
  )
    return "badPrice";
  if (isAboveSelling(promotionPrice, sellingPrice)) return "dearPromotion";
  const stock = at("stock").replace(/[.,]0+$/, "");
  if (!/^\d{0,7}$/.test(stock)) return "badStock";
  const store = at("store");
  if (store !== "" && (store.length < 3 || store.length > 160)) return "badField";
  return {
    store,
    costPrice,
    sellingPrice,
    ...(at("promotionPrice") !== "" && { promotionPrice }),
    ...(stock !== "" && { stock: Number(stock) }),
  };
}

/**
 * An amount as a sheet has it, `1.234,50` or `1234.5`, as `"1234.50"`; undefined for what is none.
 */
function amountIn(text: string): string | undefined {
  const bare = text.replace(/^R\$/, "").replace(/\s/g, "");
  const plain =
    /,\d{1,2}$/.test(bare) || /^\d{1,3}(\.\d{3})+$/.test(bare)
      ? bare.replaceAll(".", "").replace(",", ".")
      : bare;
  if (!/^\d{1,7}(\.\d+)?$/.test(plain)) return undefined;
  return amountOf(Math.round(Number(plain) * 100));
}

function knownProduct(db: Store["db"] | Tx, { ean, code, name }: ProductRow) {
  const same = ean
    ? eq(products.ean, ean)
    : code
      ? eq(products.code, code)
      : sql`${products.name} = ${name} COLLATE NOCASE`;
  return db
    .select({ id: products.id })
    .from(products)
    .where(and(isNull(products.deletedAt), same))
    .orderBy(asc(products.id))
    .limit(1)
    .get();
}

function saveProduct(
  tx: Tx,
  { name, ean, code, category, description, isActive }: ProductRow,
  known: number | undefined,
  userId: number | null,
): number {
  const now = tx.store.now();
  const said = {
    name,
    ...(ean && { ean }),
    ...(code && { code }),
    ...(description && { description }),
    ...(isActive !== undefined && { isActive }),
    ...(category && { categoryId: categoryNamed(tx, category, userId) }),
  };
  if (known === undefined)
    return tx
      .insert(products)
      .values({ ...said, userId, ...insertTimestamps(now) })
      .returning({ id: products.id })
      .get().id;
  tx.update(products)
    .set({ ...said, ...updateTimestamps(now) })
    .where(eq(products.id, known))
    .run();
  return known;
}

function savePrices(
  tx: Tx,
  productId: number,
  { store, stock, ...prices }: Prices,
  userId: number | null,
) {
  const now = tx.store.now();
  const storeId = storeNamed(tx, store, userId);
  const known = tx
    .select({
      id: productStores.id,
      stock: productStores.stock,
      promotionPrice: productStores.promotionPrice,
    })
    .from(productStores)
    .where(and(eq(productStores.productId, productId), eq(productStores.storeId, storeId)))
    .get();
  // A promotion ends where the sheet sells for less and says nothing of it. rules.md#stock
  const ends = known && isAboveSelling(known.promotionPrice, prices.sellingPrice);
  if (known)
    tx.update(productStores)
      .set({
        ...(ends && { promotionPrice: "0.00" }),
        ...prices,
        ...updateTimestamps(now),
      })
      .where(eq(productStores.id, known.id))
      .run();
  else
    tx.insert(productStores)
      .values({ ...prices, productId, storeId, ...insertTimestamps(now) })
      .run();
  if (stock !== undefined)
    moveStock(tx, {
      productId,
      storeId,
      amount: stock - (known?.stock ?? 0),
      reason: "import",
      userId,
      isSilent: true,
    });
}

/** Names that no category has become categories. */
function categoryNamed(tx: Tx, name: string, userId: number | null): number {
  const known = tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.name, name))
    .get();
  if (known) return known.id;
  const category = tx
    .insert(categories)
    .values({ name, userId, ...insertTimestamps(tx.store.now()) })
    .returning()
    .get();
  tx.emit("category", "create", { category }, { to: "everyone" });
  return category.id;
}

/** The store of this name, which is made if there is none; without a name, the first. */
function storeNamed(tx: Tx, name: string, userId: number | null): number {
  const known = tx
    .select({ id: stores.id })
    .from(stores)
    .where(name ? eq(stores.name, name) : undefined)
    .orderBy(asc(stores.id))
    .limit(1)
    .get();
  if (known) return known.id;
  const store = tx
    .insert(stores)
    .values({ name: name || "Matriz", userId, ...insertTimestamps(tx.store.now()) })
    .returning()
    .get();
  tx.emit("store", "create", { store }, { to: "everyone" });
  return store.id;
}
