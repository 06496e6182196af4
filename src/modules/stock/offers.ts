import { and, eq, getTableColumns, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { pictureFile, withPicture } from "../../kit/http/picture.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { lowestPrice } from "../../pricing/dated.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { share } from "../../pricing/rounding.ts";
import { scaleLabelIn, type ScaleLabel, type ScaleLabels } from "../../shared/scale-labels.ts";
import * as settings from "../settings/settings.ts";
import { amountOfMilli, fitsUnit } from "../../shared/units.ts";
import { groupIdsOf, groupsOf } from "../option-groups/of-products.ts";
import { partsOf, stockSql } from "../products/kits.ts";
import { nowOf, promotionsOf } from "../promotions/in-force.ts";
import { eanForms } from "../../shared/ean.ts";
import { categories } from "../categories/table.ts";
import { rowsWith, wordsIn, type SearchedWord } from "../products/products.ts";
import { products, type OfferedProduct } from "../products/table.ts";
import { productStores } from "./table.ts";

export const offersQuery = listQuery.extend({
  storeId: idParam.shape.id,
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
});

/**
 * If fewer products than this have a word, all of them are looked up and sorted. Otherwise products
 * are read by name until there are enough.
 */
const few = 500;

const categoryName = sql<
  string | null
>`(SELECT name FROM ${categories} WHERE id = ${products.categoryId})`;
const { storeId, lowStock, sellingPrice, promotionPrice } = productStores;
const columns = {
  ...getTableColumns(products),
  categoryName,
  pictureFile: pictureFile(products.mediaId),
  storeId,
  optionGroupIds: groupIdsOf,
  optionGroups: groupsOf,
  kitItems: partsOf,
  stock:
    sql<number>`${sql.raw(stockSql("products.id", "productStores.storeId", "productStores.stock"))}`.mapWith(
      amountOfMilli,
    ),
  lowStock,
  sellingPrice,
  promotionPrice,
};

/**
 * A store's products for a budget, by name. Inactive and deleted products, and those without a
 * price there, are left out. An EAN finds its product alone.
 */
export function offers(
  db: CompanyDb,
  { storeId, searchParam, pageNumber, pageSize }: z.infer<typeof offersQuery>,
) {
  // One row more than a page shows whether there is another: counting all rows costs more than
  // finding these.
  const values = { storeId, limit: pageSize + 1, offset: (pageNumber - 1) * pageSize };
  const typed = searchParam.trim();
  const scanned = /^\d{7,14}$/.test(typed) ? byEan(db).all({ ...values, ...eanParams(typed) }) : [];
  const label =
    scanned.length > 0
      ? undefined
      : scaleLabelIn(typed, settings.read(db, "scaleLabels") as ScaleLabels);
  if (label) return offeredLabel(db, label, values);
  const rows = scanned.length > 0 ? scanned : search(db, typed, values);
  return {
    products: offered(db, storeId, rows.slice(0, pageSize)),
    hasMore: rows.length > pageSize,
  };
}

/** The product of a scale's label; `amount` is null where the product is sold otherwise. */
function offeredLabel(db: CompanyDb, label: ScaleLabel, values: { storeId: number }) {
  const code = label.code.replace(/^0+(?=.)/, "");
  const rows = byCode(db).all({ ...values, limit: 1, code });
  const [product] = offered(db, values.storeId, rows);
  return {
    products: product ? [product] : [],
    hasMore: false,
    scaleLabel: { code: label.code, amount: product ? amountOn(label, product) : null },
  };
}

function amountOn({ kind, value }: ScaleLabel, { unit, price }: OfferedProduct): number | null {
  const each = centsOf(price);
  const amount =
    kind === "weight"
      ? unit === "g"
        ? value
        : value / 1000
      : amountOfMilli(share(value, 1000, Math.max(1, each)));
  const isWeighed = kind === "price" || unit === "kg" || unit === "g";
  return isWeighed && amount > 0 && fitsUnit(amount, unit) ? amount : null;
}

function search(db: CompanyDb, typed: string, values: object): Record<string, unknown>[] {
  const words = wordsIn(typed);
  if (words.some(({ match }) => match === null)) return [];
  const matches = Object.fromEntries(words.map(({ match }, index) => [`word${index}`, match]));
  const isRare = words.some(({ index, match }) => countOf(db, index).get({ match })!.count < few);
  return byWords(db, { words, isRare }).all({ ...values, ...matches });
}

// Building a query costs more than running it.
const countOf = query(
  (db, index: SearchedWord["index"]) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(sql`(${rowsWith(index, sql`${sql.placeholder("match")}`)} LIMIT ${few})`),
  (index) => index,
);

const byWords = query(
  (db, { words, isRare }: { words: SearchedWord[]; isRare: boolean }) => {
    const all = sql.join(
      words.map(({ index }, at) => rowsWith(index, sql`${sql.placeholder(`word${at}`)}`)),
      sql` INTERSECT `,
    );
    // The plus keeps SQLite from beginning with the typed words: it would look up and sort all
    // products that a single letter matches.
    return offeredIf(
      db,
      words.length === 0
        ? undefined
        : sql`${isRare ? products.id : sql`+${products.id}`} IN (${all})`,
    );
  },
  ({ words, isRare }) => [isRare, ...words.map(({ index }) => index)].join(),
);

/** As many as an EAN has forms: those of 14 zeros. */
const eanNames = eanForms("0").map((_, index) => `ean${index}`);

const byEan = query((db) => offeredIf(db, inArray(products.ean, eanNames.map(sql.placeholder))));

/** Scales print a code with its leading zeros. */
const byCode = query((db) =>
  offeredIf(db, sql`ltrim(${products.code}, '0') = ${sql.placeholder("code")}`),
);

/** An EAN is found in whatever form it is stored. rules.md#eans */
function eanParams(typed: string): Record<string, string> {
  const forms = eanForms(typed);
  return Object.fromEntries(eanNames.map((name, index) => [name, forms[index] ?? typed]));
}

const offeredIf = (db: Db, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(products)
    // A cross join keeps its order in SQLite: products by their names, until there are enough. Else
    // it would sort all that a store sells.
    .crossJoin(productStores)
    .where(
      and(
        eq(productStores.productId, products.id),
        eq(productStores.storeId, sql.placeholder("storeId")),
        isNull(products.deletedAt),
        eq(products.isActive, true),
        condition,
      ),
    )
    .orderBy(sql`${products.name} COLLATE NOCASE`, products.id)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"));

function offered(db: CompanyDb, storeId: number, rows: Record<string, unknown>[]) {
  const promotions = promotionsOf(
    db,
    storeId,
    rows.map(({ id }) => id as number),
  );
  const now = nowOf(db);
  return rows.map((row) => {
    const dated = promotions.get(row.id as number) ?? [];
    const product = withPicture(db, products.mediaId, {
      ...row,
      category: row.categoryName,
      promotions: dated,
    }) as unknown as OfferedProduct;
    const price = lowestPrice(
      {
        stock: 0,
        sellingPrice: centsOf(product.sellingPrice),
        promotionPrice: centsOf(product.promotionPrice),
        promotions: dated.map((each) => ({ ...each, price: centsOf(each.price) })),
      },
      now,
    );
    return { ...product, price: amountOf(price) };
  });
}
