import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { listQuery } from "../../kit/http/fields.ts";
import { lowestPrice } from "../../pricing/dated.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { holds } from "../../shared/permissions.ts";
import { shelfParts, type ShelfPart } from "../../shared/stock.ts";
import { amountOfMilli } from "../../shared/units.ts";
import { stockSql } from "../products/kits.ts";
import { list } from "../products/products.ts";
import type { Product } from "../products/table.ts";
import { nowOf, promotionsOf } from "../promotions/in-force.ts";
import { isLow } from "./low-stock.ts";
import type { ShelfEntry, ShelfProduct } from "./table.ts";

const idOrNone = z.coerce.number().int().positive().optional();
const ofStore = z.object({ storeId: idOrNone, categoryId: idOrNone });

export const shelfQuery = listQuery.extend({
  ...ofStore.shape,
  part: z.enum(shelfParts).default("all"),
});
export const shelfCountsQuery = ofStore;

type Where = z.infer<typeof ofStore>;

/**
 * One page of products. With a store, each has its price and its stock there, or null where the
 * store does not sell it. Only users who set prices see costs.
 */
export function shelf(db: CompanyDb, me: Me, query: z.infer<typeof shelfQuery>) {
  const { storeId, categoryId, part } = query;
  const conditions = [
    ...(categoryId === undefined ? [] : [sql`products.categoryId = ${categoryId}`]),
    ...(part === "all" ? [] : [isPart[part](storeId)]),
  ];
  const page = list(db, query, conditions.length ? sql.join(conditions, sql` AND `) : undefined);
  if (storeId === undefined) return page;
  const entries = entriesIn(
    db,
    me,
    storeId,
    page.products.map(({ id }) => id),
  );
  return {
    ...page,
    products: page.products.map((product: Product): ShelfProduct => ({
      ...product,
      entry: entries.get(product.id) ?? null,
    })),
  };
}

/** The number of products in each part. */
export function shelfCounts(db: CompanyDb, { storeId, categoryId }: Where) {
  const count = (part: ShelfPart) =>
    part === "all" ? sql`count(*)` : sql`count(*) FILTER (WHERE ${isPart[part](storeId)})`;
  const counts = sql.join(
    shelfParts.map((part) => sql`${count(part)} AS ${sql.identifier(part)}`),
    sql`, `,
  );
  const ofCategory = categoryId === undefined ? sql`1` : sql`categoryId = ${categoryId}`;
  return db.all<Record<ShelfPart, number>>(
    sql`SELECT ${counts} FROM products WHERE deletedAt IS NULL AND ${ofCategory}`,
  )[0]!;
}

/** The conditions of the parts, of `products`. */
const isPart: Record<Exclude<ShelfPart, "all">, (storeId: number | undefined) => SQL> = {
  low: (storeId) =>
    sql`products.id IN (SELECT s.productId FROM productStores s JOIN products p ON p.id = s.productId
      WHERE ${sql.raw(isLow)} ${inStore(storeId)})`,
  unpriced: (storeId) =>
    sql`products.isActive AND NOT EXISTS (SELECT 1 FROM productStores s
      WHERE s.productId = products.id ${inStore(storeId)})`,
  off: () => sql`NOT products.isActive`,
};

const inStore = (storeId: number | undefined) =>
  storeId === undefined ? sql`` : sql`AND s.storeId = ${storeId}`;

type Row = {
  id: number;
  productId: number;
  storeId: number;
  stock: number;
  lowStock: number;
  costPrice: number;
  sellingPrice: number;
  promotionPrice: number;
  updatedAt: number;
};

function entriesIn(db: CompanyDb, me: Me, storeId: number, productIds: number[]) {
  const rows = db.all<Row>(
    sql`SELECT s.id, s.productId, s.storeId, s.lowStock, s.costPrice, s.sellingPrice, s.promotionPrice, s.updatedAt,
        ${sql.raw(stockSql("s.productId", "s.storeId", "s.stock"))} AS stock
      FROM productStores s WHERE s.storeId = ${storeId}
        AND s.productId IN (SELECT value FROM json_each(${JSON.stringify(productIds)}))`,
  );
  const promotions = promotionsOf(db, storeId, productIds);
  const now = nowOf(db);
  const seesCosts = holds(me, "productStores.write");
  return new Map(
    rows.map(
      ({ productId, stock, lowStock, costPrice, updatedAt, ...row }): [number, ShelfEntry] => {
        const dated = promotions.get(productId) ?? [];
        const price = lowestPrice(
          {
            stock: 0,
            sellingPrice: row.sellingPrice,
            promotionPrice: row.promotionPrice,
            promotions: dated.map((each) => ({ ...each, price: centsOf(each.price) })),
          },
          now,
        );
        return [
          productId,
          {
            id: row.id,
            storeId,
            stock: amountOfMilli(stock),
            lowStock: amountOfMilli(lowStock),
            sellingPrice: amountOf(row.sellingPrice),
            promotionPrice: amountOf(row.promotionPrice),
            price: amountOf(price),
            costPrice: seesCosts && costPrice > 0 ? amountOf(costPrice) : null,
            updatedAt: new Date(updatedAt),
          },
        ];
      },
    ),
  );
}
