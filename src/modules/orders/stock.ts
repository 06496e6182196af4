import { and, eq, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { partOf, partsOf } from "../../pricing/items.ts";
import type { KitPart } from "../../pricing/terms.ts";
import { addAmounts } from "../../shared/units.ts";
import { products } from "../products/table.ts";
import { moveStock } from "../stock/stock.ts";
import { productStores } from "../stock/table.ts";

type Order = { id: number; storeId: number };
export type Amounts = readonly {
  productId: number;
  amount: number;
  /** The parts of a kit, which leave the stock in its place. */
  kit?: readonly KitPart[] | null;
}[];

const stockQuery = query((db) =>
  db
    .select({
      id: products.id,
      name: products.name,
      isGone: sql<number>`${products.deletedAt} IS NOT NULL`,
      stock: productStores.stock,
    })
    .from(products)
    .leftJoin(
      productStores,
      and(
        eq(productStores.productId, products.id),
        eq(productStores.storeId, sql.placeholder("storeId")),
      ),
    )
    .where(sql`${products.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`),
);

/**
 * Takes what an order needs out of its store, and returns what each product is called. Throws a
 * conflict that names every product of which there is not enough.
 */
export function takeStock(
  tx: Tx,
  { id: orderId, storeId }: Order,
  items: Amounts,
  userId: number,
): Map<number, string> {
  const amounts = perPart(items);
  const ids = [...new Set([...amounts.keys(), ...items.map(({ productId }) => productId)])];
  const rows = stockQuery(tx).all({ storeId, ids: JSON.stringify(ids) });
  const there = new Map(
    rows.map(({ isGone, ...row }) => [row.id, { ...row, stock: isGone ? 0 : (row.stock ?? 0) }]),
  );
  const goneKits = items.filter(({ productId, kit }) => kit && !isSold(rows, productId));
  const lacking = [
    ...amounts,
    ...goneKits.map(({ productId, amount }) => [productId, amount] as const),
  ].flatMap(([productId, amount]) => {
    const { stock = 0, name: product = "" } = there.get(productId) ?? {};
    return amount > stock ? [{ productId, storeId, product, amount, stock }] : [];
  });
  if (lacking.length > 0)
    throw new Fault("conflict", "ERR_NOT_ENOUGH_STOCK", {
      message: "Estoque insuficiente",
      details: { items: lacking },
    });
  for (const [productId, amount] of amounts)
    moveStock(tx, { productId, storeId, amount: -amount, reason: "sale", orderId, userId });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Gives back to its store what an order took. */
export function returnStock(
  tx: Tx,
  { id: orderId, storeId }: Order,
  items: Amounts,
  userId: number,
) {
  for (const [productId, amount] of perPart(items))
    moveStock(tx, { productId, storeId, amount, reason: "return", orderId, userId });
}

const isSold = (rows: { id: number; isGone: number }[], productId: number) =>
  rows.some(({ id, isGone }) => id === productId && !isGone);

/** How much of each product leaves the stock: of a kit, its parts. rules.md#kits */
export const perPart = (items: Amounts): Map<number, number> =>
  perProduct(
    items.flatMap(({ productId, amount, kit }) =>
      partsOf(kit, productId).map((part) => ({
        productId: part.productId,
        amount: partOf(part.amount, amount),
      })),
    ),
  );

/** How many of each product: one may be on several lines. */
export function perProduct(items: Omit<Amounts[number], "kit">[]): Map<number, number> {
  const amounts = new Map<number, number>();
  for (const { productId, amount } of items)
    amounts.set(productId, addAmounts(amounts.get(productId) ?? 0, amount));
  return amounts;
}
