import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountCell, sheetFile, type SheetCell } from "../../kit/files/xlsx.ts";
import { holds } from "../../shared/permissions.ts";
import { categories } from "../categories/table.ts";
import { products } from "../products/table.ts";
import { productStores } from "../stock/table.ts";
import { stores } from "../stores/table.ts";
import { productColumns } from "./product-columns.ts";

/** How many products are read at a time. */
const pageSize = 500;

/**
 * The products as the bytes of an xlsx, one row for each store that sells them, whose columns the
 * import recognises. The costs are empty for users who don't set prices.
 */
export function exportProducts(
  db: CompanyDb,
  me: Me,
): { name: string; body: AsyncGenerator<Uint8Array> } {
  const day = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(db.about().timezone)
    .toPlainDate()
    .toString();
  return {
    name: `produtos-${day}.xlsx`,
    body: sheetFile({
      name: "Produtos",
      head: productColumns.map(({ head }) => head),
      widths: productColumns.map(({ width }) => width),
      rows: rowsOf(db, holds(me, "productStores.write")),
    }),
  };
}

async function* rowsOf(db: CompanyDb, seesCosts: boolean): AsyncGenerator<SheetCell[][]> {
  const category = sql<
    string | null
  >`(SELECT name FROM ${categories} WHERE id = ${products.categoryId})`;
  for (let after = 0; ; await new Promise(setImmediate)) {
    const some = db
      .select({
        id: products.id,
        name: products.name,
        ean: products.ean,
        code: products.code,
        category,
        description: products.description,
        isActive: products.isActive,
        unit: products.unit,
      })
      .from(products)
      .where(and(isNull(products.deletedAt), gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(pageSize)
      .all();
    const prices = Map.groupBy(
      db
        .select({
          productId: productStores.productId,
          store: stores.name,
          stock: productStores.stock,
          costPrice: productStores.costPrice,
          promotionPrice: productStores.promotionPrice,
          sellingPrice: productStores.sellingPrice,
        })
        .from(productStores)
        .innerJoin(stores, eq(stores.id, productStores.storeId))
        .where(
          inArray(
            productStores.productId,
            some.map(({ id }) => id),
          ),
        )
        .orderBy(asc(productStores.storeId))
        .all(),
      ({ productId }) => productId,
    );
    yield some.flatMap(({ id, name, ean, code, category, description, isActive, unit }) =>
      (prices.get(id) ?? [undefined]).map((price) => [
        name,
        ean ?? "",
        code ?? "",
        category ?? "",
        description ?? "",
        isActive ? "Sim" : "Não",
        price?.store ?? "",
        price?.stock ?? "",
        amountCell(seesCosts ? price?.costPrice : undefined),
        amountCell(price?.promotionPrice),
        amountCell(price?.sellingPrice),
        unit,
      ]),
    );
    if (some.length < pageSize) return;
    after = some.at(-1)!.id;
  }
}
