import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import * as crud from "../../kit/http/crud.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, code, id, line, lineOrNull, listQuery, text } from "../../kit/http/fields.ts";
import { pictureText, withPictureText } from "../../kit/http/picture.ts";
import * as resource from "../../kit/http/resource.ts";
import * as resourceRows from "../../kit/http/resource-rows.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { eanForms } from "../../shared/ean.ts";
import { mostGroups } from "../../shared/option-groups.ts";
import { units, type Unit } from "../../shared/units.ts";
import { categories } from "../categories/table.ts";
import { groupIdsOf, groupsOf, setGroups } from "../option-groups/of-products.ts";
import { isKit, kitItems, partsOf, setKit } from "./kits.ts";
import { isEanTaken } from "./known-product.ts";
import { products, type Product } from "./table.ts";

const pageSize = 10;

const categoryName = { by: products.categoryId, from: categories.name };
const description = text(2000)
  .transform((text) => text || null)
  .nullable()
  .optional();

const fields = {
  ean: lineOrNull(20),
  name: line(160, 3),
  code,
  description,
  isActive: z.boolean().optional(),
  categoryId: id.nullable().optional(),
  unit: z.enum(units).optional(),
};

/** rules.md#products */
export const product: resource.Resource = {
  name: "products",
  event: "product",
  table: products,
  body: fields,
  search: having,
  order: [sql`${products.name} COLLATE NOCASE`],
  pageSize,
  owner: "userId",
  labels: {
    category: categoryName,
    categoryName,
    optionGroupIds: groupIdsOf,
    optionGroups: groupsOf,
    kitItems: partsOf,
  },
  picture: products.mediaId,
  deletedAt: products.deletedAt,
};

export const productBody = z.object({
  ...fields,
  media: pictureText,
  optionGroupIds: arrayOf(id, mostGroups).optional(),
  kitItems: kitItems.nullish(),
});
type Body = z.infer<typeof productBody>;

/**
 * One page of ten by name, of those for which `also` holds. `count` has the ids of all that are
 * found: clients of this API count its length.
 */
export function list(db: CompanyDb, query: z.infer<typeof listQuery>, also?: SQL) {
  const search = (typed: string) => and(having(typed), also);
  const { products: rows, hasMore } = resourceRows.list(
    db,
    { ...product, search },
    query,
  ) as unknown as {
    products: Product[];
    hasMore: boolean;
  };
  const count = db
    .select({ id: products.id })
    .from(products)
    .where(and(isNull(products.deletedAt), search(query.searchParam)))
    .orderBy(asc(products.id))
    .all();
  return { products: rows, hasMore, count: count.map(({ id }) => id) };
}

/** Throws missing. */
export const findProduct = (db: CompanyDb, id: number) => resourceRows.find(db, product, id);

/**
 * Throws invalid for a file that is no picture, or an unknown category; a conflict on a taken EAN.
 */
export const create = (db: CompanyDb, me: Me, { media, ...body }: Body) =>
  withPictureText(db, media, (picture) => {
    refuseTakenEan(db, body.ean);
    const made = db.write((tx) => {
      const { optionGroupIds: _, kitItems: __, ...values } = body;
      refuseMissingReferences(tx, products, values);
      const { id } = tx
        .insert(products)
        .values({ ...values, userId: me.id, ...insertTimestamps(db.now()) })
        .returning({ id: products.id })
        .get();
      setParts(tx, id, body);
      return crud.emitRow(tx, product, "create", id);
    });
    return picture ? crud.setPicture(db, product, made.id, picture) : made;
  });

/** The picture stays when none is sent. Throws missing, and what `create` throws. */
export const update = (db: CompanyDb, id: number, { media, ...body }: Partial<Body>) =>
  withPictureText(db, media, (picture) => {
    refuseTakenEan(db, body.ean, id);
    const changed = db.write((tx) => {
      const { optionGroupIds: _, kitItems: __, ...values } = body;
      findProduct(tx, id);
      refuseMissingReferences(tx, products, values);
      if (body.unit === "un" && hasParts(tx, id)) throw invalidFields({ unit: "invalid" });
      tx.update(products)
        .set({ ...values, ...updateTimestamps(db.now()) })
        .where(eq(products.id, id))
        .run();
      setParts(tx, id, body);
      return crud.emitRow(tx, product, "update", id);
    });
    return picture ? crud.setPicture(db, product, id, picture) : changed;
  });

/** The parts of a product that have tables of their own. A kit is sold by the piece. */
function setParts(tx: Tx, id: number, { optionGroupIds, kitItems }: Partial<Body>) {
  if (optionGroupIds) setGroups(tx, id, optionGroupIds);
  if (kitItems) setKit(tx, id, kitItems);
  if (isKit(tx, id) && unitOf(tx, id) !== "un") throw invalidFields({ unit: "invalid" });
}

/** Throws a conflict where another product has the EAN in another form. rules.md#eans */
function refuseTakenEan(db: CompanyDb, ean: string | null | undefined, except?: number) {
  if (ean && isEanTaken(db, ean, except))
    throw new Fault("conflict", "ERR_ALREADY_EXISTS", {
      message: "Já existe um registro com estes dados",
      fields: { ean: "taken" },
    });
}

/** Whether a stock, an open budget, an order or a kit has less than a piece. rules.md#units */
export const hasParts = (db: CompanyDb, id: number) =>
  db.get(sql`SELECT 1 FROM productStores WHERE productId = ${id} AND stock % 1000 <> 0
    UNION ALL SELECT 1 FROM budgetItems i JOIN budgets b ON b.id = i.budgetId
      WHERE i.productId = ${id} AND b.closedAt IS NULL AND i.amount % 1000 <> 0
    UNION ALL SELECT 1 FROM orderItems WHERE productId = ${id} AND amount % 1000 <> 0
    UNION ALL SELECT 1 FROM kitParts WHERE productId = ${id} AND amount % 1000 <> 0`) !== undefined;

/** The unit of a product; pieces where there is none. */
export const unitOf = (db: CompanyDb, id: number): Unit =>
  db.select({ unit: products.unit }).from(products).where(eq(products.id, id)).get()?.unit ?? "un";

/** Throws invalid at `productId` for a product that was deleted. */
export function refuseDeletedProduct(tx: Tx, id: number) {
  if (
    tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.id, id), isNotNull(products.deletedAt)))
      .get()
  )
    throw invalidFields({ productId: "invalid" });
}

/**
 * A typed word as a query of an index. `match` is null, and finds nothing, for a word without
 * letters and digits.
 */
export type SearchedWord = { index: "productSearch" | "productWords"; match: string | null };

const namesQuery = query((db) =>
  db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(sql`${products.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`),
);

/** The names of products by their ids, also of deleted ones. */
export const productNames = (db: CompanyDb, ids: readonly number[]): Map<number, string> =>
  new Map(
    namesQuery(db)
      .all({ ids: JSON.stringify(ids) })
      .map(({ id, name }) => [id, name]),
  );

/**
 * The typed words. Each must be in the name, the code or the EAN; one of one or two letters must
 * begin a word there. Accents don't count.
 */
export const wordsIn = (typed: string): SearchedWord[] =>
  typed
    .replaceAll("\u0000", "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) =>
      [...word].length < 3
        ? { index: "productWords", match: beginning(word) }
        : { index: "productSearch", match: quoted(word) },
    );

/** The ids in which an index has a word. */
export const rowsWith = (index: SearchedWord["index"], match: SQL): SQL =>
  sql`SELECT rowid FROM ${sql.raw(index)} WHERE ${sql.raw(index)} MATCH ${match}`;

/** The condition that a product has all words that were typed, or the EAN in any form; undefined
 * when nothing was. */
export function having(typed: string): SQL | undefined {
  const words = and(
    ...wordsIn(typed).map(({ index, match }) =>
      match === null ? sql`0` : sql`${products.id} IN (${rowsWith(index, sql`${match}`)})`,
    ),
  );
  const scanned = typed.trim();
  return /^\d{7,14}$/.test(scanned) ? or(inArray(products.ean, eanForms(scanned)), words) : words;
}

const beginning = (word: string) =>
  /[\p{L}\p{N}]/u.test(word) ? `${quoted(word.replace(/[^\p{L}\p{N}\p{M}]/gu, ""))}*` : null;

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;
