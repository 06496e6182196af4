import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, id } from "../../kit/http/fields.ts";
import { amountOfMilli, fitsUnit, hasThousandths, highestAmount } from "../../shared/units.ts";
import { kitParts, products, type KitItem } from "./table.ts";

/** The most products that one kit is made of. */
const mostParts = 50;

export const kitItems = arrayOf(
  z.object({
    productId: id,
    amount: z.number().positive().max(highestAmount).refine(hasThousandths, "invalid"),
    /** Not read: a form sends back what it read. */
    name: bounded(500).nullish(),
    unit: bounded(10).nullish(),
  }),
  mostParts,
);

type StoredPart = Omit<KitItem, "amount"> & { amount: number };

/** The parts of a kit by its product's id in SQL; null for any other product. */
export const kitJson = (productId: string) =>
  `(SELECT CASE count(*) WHEN 0 THEN NULL ELSE json_group_array(json_object(
    'productId', k.productId, 'name', p.name, 'unit', p.unit, 'amount', k.amount
  ) ORDER BY k.position) END
    FROM kitParts k JOIN products p ON p.id = k.productId WHERE k.kitId = ${productId})`;

const wirePart = (part: StoredPart): KitItem => ({ ...part, amount: amountOfMilli(part.amount) });

export const wireKit = (parts: StoredPart[] | null): KitItem[] | null =>
  parts && parts.map(wirePart);

/** The parts of a product that is a kit; none of any other. */
export const partsOf = sql<KitItem[]>`coalesce(${sql.raw(kitJson("products.id"))}, '[]')`.mapWith(
  (json: string) => (JSON.parse(json) as StoredPart[]).map(wirePart),
);

/**
 * How many of a product a store has, in thousandths: of a kit, as many as its parts give.
 * rules.md#kits
 */
export const stockSql = (product: string, store: string, own: string) =>
  `CASE WHEN EXISTS (SELECT 1 FROM kitParts k WHERE k.kitId = ${product}) THEN (
    SELECT min(CASE WHEN p.deletedAt IS NULL THEN coalesce(s.stock, 0) ELSE 0 END / k.amount) * 1000
      FROM kitParts k JOIN products p ON p.id = k.productId
      LEFT JOIN productStores s ON s.productId = k.productId AND s.storeId = ${store} WHERE k.kitId = ${product}
  ) ELSE ${own} END`;

/**
 * Makes a product of others, or of none again. Throws invalid at a part that is unknown, is a kit
 * or has no such amount. Throws invalid where the product is a part itself, or has a stock.
 */
export function setKit(tx: Tx, kitId: number, parts: z.infer<typeof kitItems>) {
  tx.delete(kitParts).where(eq(kitParts.kitId, kitId)).run();
  if (parts.length === 0) return;
  if (isPart(tx, kitId) || hasStock(tx, kitId)) throw invalidFields({ kitItems: "invalid" });
  for (const [position, { productId, amount }] of parts.entries()) {
    refusePart(tx, kitId, parts, position);
    tx.insert(kitParts).values({ kitId, productId, position, amount }).run();
  }
}

function refusePart(tx: Tx, kitId: number, parts: z.infer<typeof kitItems>, at: number) {
  const { productId, amount } = parts[at]!;
  const part = tx
    .select({ unit: products.unit })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.deletedAt)))
    .get();
  const isAgain = parts.findIndex((each) => each.productId === productId) < at;
  if (!part || productId === kitId || isAgain || isKit(tx, productId))
    throw invalidFields({ [`kitItems.${at}.productId`]: "invalid" });
  if (!fitsUnit(amount, part.unit)) throw invalidFields({ [`kitItems.${at}.amount`]: "invalid" });
}

/** The kits among products, with their parts. */
export function kitsOf(db: CompanyDb, ids: readonly number[]): Map<number, KitItem[]> {
  const rows = kitQuery(db).all({ ids: JSON.stringify(ids) });
  return Map.groupBy(rows, ({ kitId }) => kitId);
}

const kitQuery = query((db) =>
  db
    .select({
      kitId: kitParts.kitId,
      productId: kitParts.productId,
      name: products.name,
      unit: products.unit,
      amount: kitParts.amount,
    })
    .from(kitParts)
    .innerJoin(products, eq(products.id, kitParts.productId))
    .where(sql`${kitParts.kitId} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`)
    .orderBy(kitParts.kitId, kitParts.position),
);

export const isKit = (db: CompanyDb, id: number) =>
  db.get(sql`SELECT 1 FROM kitParts WHERE kitId = ${id}`) !== undefined;

const isPart = (tx: Tx, id: number) =>
  tx.get(sql`SELECT 1 FROM kitParts WHERE productId = ${id}`) !== undefined;

const hasStock = (tx: Tx, id: number) =>
  tx.get(sql`SELECT 1 FROM productStores WHERE productId = ${id} AND stock > 0`) !== undefined;
