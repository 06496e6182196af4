import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { invalidFields } from "../../kit/fault.ts";
import * as crud from "../../kit/http/crud.ts";
import {
  arrayOf,
  bounded,
  date,
  id,
  line,
  orEmpty,
  positiveMoney,
  time,
} from "../../kit/http/fields.ts";
import * as resourceRows from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { flyerTypes } from "../../shared/limits.ts";
import { amountOf } from "../../shared/money.ts";
import { stores } from "../stores/table.ts";
import { promotionItems, promotions, type Promotion, type PromotionItem } from "./table.ts";

/** The most products of one promotion. */
const mostItems = 1000;

/** Each day once, in order; 0 is Sunday. */
export const weekdays = arrayOf(z.number().int().min(0).max(6), 7).transform((days) =>
  [...new Set(days)].sort((one, other) => one - other),
);

// The table's CHECK refuses an end before the start.
export const promotionBody = z.object({
  name: line(100, 3),
  status: z.boolean().optional(),
  startpromotionsAt: date,
  endpromotionsAt: date,
  weekdays: weekdays.optional(),
  startTime: orEmpty(time),
  endTime: orEmpty(time),
  storeId: orEmpty(id),
  items: arrayOf(
    z.object({
      productId: id,
      price: positiveMoney,
      /** Not read: a form sends back what it read. */
      name: bounded(500).nullish(),
    }),
    mostItems,
  ).optional(),
});
type Body = z.infer<typeof promotionBody>;

const itemsOf = sql<PromotionItem[]>`(SELECT coalesce(json_group_array(json_object(
    'productId', i.productId, 'name', p.name, 'price', i.price
  ) ORDER BY p.name COLLATE NOCASE, p.id), '[]')
  FROM promotionItems i JOIN products p ON p.id = i.productId
  WHERE i.promotionId = promotions.id AND p.deletedAt IS NULL)`.mapWith((json: string) =>
  (JSON.parse(json) as { productId: number; name: string; price: number }[]).map((item) => ({
    ...item,
    price: amountOf(item.price),
  })),
);

export const promotion: Resource = {
  name: "promotions",
  event: "promotion",
  table: promotions,
  body: {},
  search: [promotions.name],
  order: [desc(promotions.startpromotionsAt)],
  labels: {
    store: { by: promotions.storeId, from: [stores.id, stores.name] },
    items: itemsOf,
  },
  picture: promotions.mediaId,
  pictureTypes: flyerTypes,
};

export const list = (db: CompanyDb, query: resourceRows.Query) =>
  resourceRows.list(db, promotion, query);

export const all = (db: CompanyDb) => resourceRows.all(db, promotion);

/** Throws missing. */
export const findPromotion = (db: CompanyDb, id: number) =>
  resourceRows.find(db, promotion, id) as unknown as Promotion;

/** Throws invalid for an unknown store or product, and for an end that is not after the start. */
export const create = (db: CompanyDb, me: Me, { items = [], ...values }: Body) =>
  db.write((tx) => {
    refuseMissingReferences(tx, promotions, values);
    refuseHours(values);
    const { id } = tx
      .insert(promotions)
      .values({ ...values, userId: me.id, ...insertTimestamps(db.now()) })
      .returning({ id: promotions.id })
      .get();
    setItems(tx, id, items);
    return crud.emitRow(tx, promotion, "create", id);
  });

/** Throws missing, and what `create` throws. */
export const update = (db: CompanyDb, id: number, { items, ...values }: Partial<Body>) =>
  db.write((tx) => {
    const before = findPromotion(tx, id);
    refuseMissingReferences(tx, promotions, values);
    refuseHours({ ...before, ...values });
    tx.update(promotions)
      .set({ ...values, ...updateTimestamps(db.now()) })
      .where(eq(promotions.id, id))
      .run();
    if (items) setItems(tx, id, items);
    return crud.emitRow(tx, promotion, "update", id);
  });

/** Throws missing. */
export const remove = (db: CompanyDb, id: number) => crud.remove(db, promotion, id);

type Hours = { startTime?: string | null; endTime?: string | null };

function refuseHours({ startTime, endTime }: Hours) {
  if (startTime && endTime && endTime <= startTime) throw invalidFields({ endTime: "invalid" });
}

function setItems(tx: Tx, promotionId: number, items: NonNullable<Body["items"]>) {
  tx.delete(promotionItems).where(eq(promotionItems.promotionId, promotionId)).run();
  for (const [index, { productId, price }] of items.entries()) {
    const isAgain = items.findIndex((each) => each.productId === productId) < index;
    if (
      isAgain ||
      !tx.get(sql`SELECT 1 FROM products WHERE id = ${productId} AND deletedAt IS NULL`)
    )
      throw invalidFields({ [`items.${index}.productId`]: isAgain ? "taken" : "invalid" });
    tx.insert(promotionItems).values({ promotionId, productId, price }).run();
  }
}
