import { asc, desc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Audience, Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { notFound, page } from "../../kit/db/page.ts";
import { listQuery } from "../../kit/http/fields.ts";
import { costOf } from "../../pricing/rounding.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { addAmounts } from "../../shared/units.ts";
import { categories } from "../categories/table.ts";
import { products } from "../products/table.ts";
import { inOwnStores, refuseOtherStore } from "../stock/own-stores.ts";
import { productStores } from "../stock/table.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";
import {
  stockCountLines,
  stockCounts,
  type ListedStockCount,
  type StockCount,
  type StockCountLine,
  type StockCountRow,
} from "./table.ts";

export const countQuery = listQuery.pick({ pageNumber: true });

/** One page of the counts of a user's stores, the newest first. */
export function list(
  db: CompanyDb,
  me: Me,
  { pageNumber }: z.infer<typeof countQuery>,
): { "stock-counts": ListedStockCount[]; hasMore: boolean; count: number } {
  const { rows, ...rest } = page(db, {
    table: stockCounts,
    select: query(db),
    where: inOwnStores(me, stockCounts.storeId),
    order: [desc(stockCounts.id)],
    pageNumber,
  });
  return { "stock-counts": rows, ...rest };
}

/** A count with its products. Throws missing; forbidden for one of another store. */
export function find(db: CompanyDb, me: Me, countId: number): StockCount {
  const count = findListed(db, countId);
  refuseOtherStore(me, count.storeId);
  return { ...count, lines: linesOf(db, count) };
}

export function findListed(db: CompanyDb, countId: number): ListedStockCount {
  const row = query(db).where(eq(stockCounts.id, countId)).get();
  if (!row) throw notFound("Contagem não encontrada");
  return row;
}

/** One product of a count. */
export const findLine = (db: CompanyDb, count: ListedStockCount, productId: number) =>
  linesOf(db, count, sql`${products.id} = ${productId}`)[0];

/** Tells those who see costs; with a line, that it was counted. */
export function emitCount(
  tx: Tx,
  action: "create" | "update",
  countId: number,
  line?: StockCountLine,
) {
  const stockCount = findListed(tx, countId);
  tx.emit("stockCount", action, { stockCount, ...(line && { line }) }, audienceOf(stockCount));
  return stockCount;
}

export const audienceOf = ({ storeId }: Pick<StockCountRow, "storeId">): Audience => ({
  to: "holders",
  permission: "productStores.write",
  storeId,
});

/** The value of a difference at its cost, with its sign. */
export function valueOf(difference: number, costPrice: string): string {
  const cents = costOf(centsOf(costPrice), Math.abs(difference));
  return amountOf(difference < 0 ? -cents : cents);
}

const ofLines = (what: SQL) =>
  sql`(SELECT ${what} FROM ${stockCountLines} WHERE ${stockCountLines.countId} = ${stockCounts.id})`;

const closers = alias(users, "closers");
const { userId: _, closedById: __, ...countColumns } = getTableColumns(stockCounts);
const columns = {
  ...countColumns,
  store: { id: stores.id, name: stores.name },
  user: { id: users.id, name: users.name },
  closedBy: { id: closers.id, name: closers.name },
  counted: ofLines(sql`count(*)`).mapWith(Number),
  differing: ofLines(
    sql`count(*) FILTER (WHERE ${stockCountLines.counted} <> ${stockCountLines.stock})`,
  ).mapWith(Number),
  value: sql<
    string | null
  >`CASE WHEN ${stockCounts.closedAt} IS NOT NULL THEN ${ofLines(sql`coalesce(sum(${stockCountLines.value}), 0)`)} END`.mapWith(
    (cents: number | null) => (cents === null ? null : amountOf(cents)),
  ),
};

const query = (db: CompanyDb) =>
  db
    .select(columns)
    .from(stockCounts)
    .innerJoin(stores, eq(stores.id, stockCounts.storeId))
    .leftJoin(users, eq(users.id, stockCounts.userId))
    .leftJoin(closers, eq(closers.id, stockCounts.closedById))
    .$dynamic();

/** The condition that a product belongs to a count: its store sells it, and it is no kit. */
export const inCount = ({ storeId, categoryId }: Pick<StockCountRow, "storeId" | "categoryId">) =>
  sql`${products.deletedAt} IS NULL
    AND EXISTS (SELECT 1 FROM ${productStores}
      WHERE ${productStores.productId} = ${products.id} AND ${productStores.storeId} = ${storeId})
    AND NOT EXISTS (SELECT 1 FROM kitParts WHERE kitId = ${products.id})
    ${categoryId === null ? sql`` : sql`AND ${products.categoryId} = ${categoryId}`}`;

function linesOf(db: CompanyDb, count: ListedStockCount, only: SQL = sql`1`): StockCountLine[] {
  const { id: countId, storeId, closedAt } = count;
  const isLine = sql`${stockCountLines.countId} = ${countId} AND ${stockCountLines.productId} = ${products.id}`;
  const isCounted = sql`${stockCountLines.id} IS NOT NULL`;
  const rows = db
    .select({
      productId: products.id,
      name: products.name,
      ean: products.ean,
      code: products.code,
      category: categories.name,
      unit: sql<StockCountLine["unit"]>`coalesce(${stockCountLines.unit}, ${products.unit})`,
      counted: stockCountLines.counted,
      stock: stockCountLines.stock,
      moved: stockCountLines.moved,
      value: stockCountLines.value,
      costPrice: productStores.costPrice,
      user: users.name,
      countedAt: stockCountLines.countedAt,
    })
    .from(products)
    .leftJoin(stockCountLines, isLine)
    .leftJoin(
      productStores,
      sql`${productStores.productId} = ${products.id} AND ${productStores.storeId} = ${storeId}`,
    )
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(users, eq(users.id, stockCountLines.userId))
    .where(sql`${only} AND (${isCounted} ${closedAt ? sql`` : sql`OR (${inCount(count)})`})`)
    .orderBy(asc(sql`${products.name} COLLATE NOCASE`), asc(products.id))
    .all();
  return rows.map(({ moved, value, costPrice, ...line }) => {
    if (line.counted === null || line.stock === null)
      return { ...line, difference: null, value: null };
    const difference = moved ?? addAmounts(line.counted, -line.stock);
    return { ...line, difference, value: value ?? valueOf(difference, costPrice ?? "0.00") };
  });
}
