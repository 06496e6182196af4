import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { id, stockAmount } from "../../kit/http/fields.ts";
import { addAmounts, fitsUnit, highestStock } from "../../shared/units.ts";
import { categories } from "../categories/table.ts";
import { products } from "../products/table.ts";
import { refuseOtherStore } from "../stock/own-stores.ts";
import { moveStock, stockOf } from "../stock/stock.ts";
import { productStores } from "../stock/table.ts";
import {
  audienceOf,
  emitCount,
  find,
  findLine,
  findListed,
  inCount,
  valueOf,
} from "./stock-counts.ts";
import {
  stockCountLines,
  stockCounts,
  type ListedStockCount,
  type StockCount,
  type StockCountLine,
} from "./table.ts";

export const beginBody = z.object({ storeId: id, categoryId: id.nullish() });

export const lineBody = z.object({
  productId: id,
  amount: stockAmount,
  /** Adds to what was counted before: the goods are in several places. */
  isMore: z.boolean().optional(),
});

/**
 * Begins to count a store, or one of its categories. Throws invalid for an unknown one, a conflict
 * while another count of the store goes on. Throws forbidden for a store outside the user's role.
 * rules.md#stock-counts
 */
export function begin(
  db: CompanyDb,
  me: Me,
  { storeId, categoryId = null }: z.infer<typeof beginBody>,
): StockCount {
  refuseOtherStore(me, storeId);
  return db.write((tx) => {
    refuseMissingReferences(tx, stockCounts, { storeId, categoryId });
    const isOpen = and(eq(stockCounts.storeId, storeId), isNull(stockCounts.closedAt));
    if (tx.select({ id: stockCounts.id }).from(stockCounts).where(isOpen).get())
      throw new Fault("conflict", "ERR_COUNT_OPEN", {
        message: "Já há uma contagem aberta nesta loja",
      });
    const category =
      categoryId === null
        ? null
        : tx
            .select({ name: categories.name })
            .from(categories)
            .where(eq(categories.id, categoryId))
            .get()!.name;
    const { id: countId } = tx
      .insert(stockCounts)
      .values({ storeId, categoryId, category, userId: me.id, ...insertTimestamps(tx.now()) })
      .returning({ id: stockCounts.id })
      .get();
    emitCount(tx, "create", countId);
    return find(tx, me, countId);
  });
}

/**
 * Notes what was counted, beside the stock of this moment. Throws missing, invalid for a product
 * that is not in the count, a conflict for a closed one. rules.md#stock-counts
 */
export function countLine(
  db: CompanyDb,
  me: Me,
  countId: number,
  { productId, amount, isMore = false }: z.infer<typeof lineBody>,
): StockCountLine {
  return db.write((tx) => {
    const count = findOpen(tx, me, countId);
    const product = tx
      .select({ unit: products.unit })
      .from(products)
      .where(and(eq(products.id, productId), inCount(count)))
      .get();
    if (!product) throw invalidFields({ productId: "invalid" });
    if (!fitsUnit(amount, product.unit)) throw invalidFields({ amount: "invalid" });
    const before = isMore ? (findLine(tx, count, productId)?.counted ?? 0) : 0;
    const counted = addAmounts(before, amount);
    if (counted > highestStock) throw invalidFields({ amount: "too_much" });
    const values = {
      unit: product.unit,
      counted,
      stock: stockOf(tx, productId, count.storeId),
      userId: me.id,
      countedAt: new Date(tx.now()),
    };
    tx.insert(stockCountLines)
      .values({ countId, productId, ...values })
      .onConflictDoUpdate({
        target: [stockCountLines.countId, stockCountLines.productId],
        set: values,
      })
      .run();
    return emitLine(tx, count, productId);
  });
}

/** Forgets what was counted of a product. Throws missing, a conflict for a closed count. */
export function clearLine(
  db: CompanyDb,
  me: Me,
  countId: number,
  productId: number,
): StockCountLine {
  return db.write((tx) => {
    const count = findOpen(tx, me, countId);
    tx.delete(stockCountLines)
      .where(and(eq(stockCountLines.countId, countId), eq(stockCountLines.productId, productId)))
      .run();
    return emitLine(tx, count, productId);
  });
}

/**
 * Ends a count: each difference becomes a movement. Throws missing, a conflict for a closed count.
 * rules.md#stock-counts
 */
export function close(db: CompanyDb, me: Me, countId: number): StockCount {
  return db.write((tx) => {
    const count = findOpen(tx, me, countId);
    const now = tx.now();
    tx.update(stockCounts)
      .set({ closedAt: new Date(now), closedById: me.id, ...updateTimestamps(now) })
      .where(eq(stockCounts.id, countId))
      .run();
    const lines = tx
      .select({
        id: stockCountLines.id,
        productId: stockCountLines.productId,
        counted: stockCountLines.counted,
        stock: stockCountLines.stock,
        now: productStores.stock,
        costPrice: productStores.costPrice,
      })
      .from(stockCountLines)
      .leftJoin(
        productStores,
        and(
          eq(productStores.productId, stockCountLines.productId),
          eq(productStores.storeId, count.storeId),
        ),
      )
      .where(eq(stockCountLines.countId, countId))
      .orderBy(asc(stockCountLines.id))
      .all();
    for (const line of lines) endLine(tx, me, count, line);
    tx.emit("productStore", "reload", {}, { to: "everyone" });
    emitCount(tx, "update", countId);
    return find(tx, me, countId);
  });
}

/** Throws a count away that was not closed. Throws missing, a conflict for a closed count. */
export function discard(db: CompanyDb, me: Me, countId: number) {
  return db.write((tx) => {
    const count = findOpen(tx, me, countId);
    tx.delete(stockCounts).where(eq(stockCounts.id, countId)).run();
    tx.emit("stockCount", "delete", { stockCountId: countId }, audienceOf(count));
    return {};
  });
}

function findOpen(tx: Tx, me: Me, countId: number): ListedStockCount {
  const count = findListed(tx, countId);
  refuseOtherStore(me, count.storeId);
  if (count.closedAt)
    throw new Fault("conflict", "ERR_COUNT_CLOSED", { message: "Esta contagem já foi fechada" });
  return count;
}

function emitLine(tx: Tx, count: ListedStockCount, productId: number): StockCountLine {
  const line = findLine(tx, count, productId);
  if (!line) throw invalidFields({ productId: "invalid" });
  emitCount(tx, "update", count.id, line);
  return line;
}

type EndedLine = {
  id: number;
  productId: number;
  counted: number;
  stock: number;
  now: number | null;
  costPrice: string | null;
};

/** No more goes out than there is, and none comes above the highest stock: both were moved since. */
function endLine(tx: Tx, me: Me, { storeId }: ListedStockCount, line: EndedLine) {
  const { id, productId, counted, stock, now, costPrice } = line;
  const most = now === null ? 0 : Math.max(0, addAmounts(highestStock, -now));
  const moved = now === null ? 0 : Math.min(Math.max(addAmounts(counted, -stock), -now), most);
  moveStock(tx, {
    productId,
    storeId,
    amount: moved,
    reason: "count",
    userId: me.id,
    isSilent: true,
  });
  tx.update(stockCountLines)
    .set({ moved, value: valueOf(moved, costPrice ?? "0.00") })
    .where(eq(stockCountLines.id, id))
    .run();
}
