import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { remove } from "../../kit/http/crud.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { id, line, money, orEmpty, stockAmount } from "../../kit/http/fields.ts";
import { find } from "../../kit/http/resource-rows.ts";
import { notFound } from "../../kit/db/page.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { isKit } from "../products/kits.ts";
import { refuseDeletedProduct, unitOf } from "../products/products.ts";
import { isAboveSelling } from "../../shared/sales.ts";
import { addAmounts, fitsUnit, hasThousandths, highestStock } from "../../shared/units.ts";
import { emitEntry, entry } from "./entries.ts";
import { refuseOtherStore } from "./own-stores.ts";
import { moveStock } from "./stock.ts";
import { productStores } from "./table.ts";

// An empty field means no promotion, and the default mark of low stock.
const promotionPrice = orEmpty(money)
  .transform((price) => price ?? "0.00")
  .optional();
const lowStock = orEmpty(stockAmount)
  .transform((count) => count ?? undefined)
  .optional();

export const pricesBody = z.object({
  costPrice: money,
  sellingPrice: money,
  promotionPrice,
  lowStock,
});
export const entryBody = pricesBody.extend({
  productId: id,
  storeId: id,
  stock: stockAmount.optional(),
});

const note = line(255, 3);
/** A correction by an amount, or to a counted stock, with its reason. */
export const correctionBody = z.union([
  z.object({
    amount: z.number().min(-highestStock).max(highestStock).refine(hasThousandths),
    note,
  }),
  z.object({ stock: stockAmount, note }),
]);

/**
 * Sells a product in a store, or changes for how much. A stock other than what was there is a
 * correction. Throws invalid without stock, cost price and selling price, and for a promotion price
 * above the selling price.
 */
export function setEntry(db: CompanyDb, me: Me, { stock, ...body }: z.infer<typeof entryBody>) {
  refuseOtherStore(me, body.storeId);
  const entryId = db.write((tx) => {
    refuseMissingReferences(tx, productStores, body);
    refuseDeletedProduct(tx, body.productId);
    refusePieces(tx, body.productId, { stock, lowStock: body.lowStock });
    const existing = tx
      .select()
      .from(productStores)
      .where(
        and(eq(productStores.productId, body.productId), eq(productStores.storeId, body.storeId)),
      )
      .get();
    refuseZero({
      ...(!existing && !isKit(tx, body.productId) && { stock: 0 }),
      ...(stock !== undefined && !isKit(tx, body.productId) && { stock }),
      costPrice: body.costPrice,
      sellingPrice: body.sellingPrice,
    });
    refuseDearPromotion(body, existing);
    const id =
      existing?.id ??
      tx
        .insert(productStores)
        .values({ ...body, ...insertTimestamps(db.now()) })
        .returning()
        .get().id;
    if (existing)
      tx.update(productStores)
        .set({ ...body, ...updateTimestamps(db.now()) })
        .where(eq(productStores.id, id))
        .run();
    emitEntry(tx, existing ? "update" : "create", id, true);
    if (stock !== undefined && !isKit(tx, body.productId))
      moveStock(tx, {
        ...body,
        amount: addAmounts(stock, -(existing?.stock ?? 0)),
        reason: existing ? "correction" : "start",
        userId: me.id,
      });
    return id;
  });
  return find(db, entry, entryId);
}

/**
 * Changes the prices, not the stock. Throws missing, invalid without cost price and selling price,
 * and for a promotion price above the selling price.
 */
export function setPrices(
  db: CompanyDb,
  me: Me,
  entryId: number,
  body: Partial<z.infer<typeof pricesBody>>,
) {
  refuseZero(body);
  return db.write((tx) => {
    const existing = findEntry(tx, entryId);
    refuseOtherStore(me, existing.storeId);
    refuseDearPromotion(body, existing);
    refusePieces(tx, existing.productId, { lowStock: body.lowStock });
    tx.update(productStores)
      .set({ ...body, ...updateTimestamps(db.now()) })
      .where(eq(productStores.id, entryId))
      .run();
    return emitEntry(tx, "update", entryId, true);
  });
}

/** Corrects the stock by hand. Throws missing, a conflict when more would go out than there is. */
export function correctStock(
  db: CompanyDb,
  me: Me,
  entryId: number,
  { note, ...counted }: z.infer<typeof correctionBody>,
) {
  db.write((tx) => {
    const { productId, storeId, stock } = findEntry(tx, entryId);
    refuseOtherStore(me, storeId);
    refusePieces(tx, productId, counted);
    moveStock(tx, {
      productId,
      storeId,
      amount: "amount" in counted ? counted.amount : addAmounts(counted.stock, -stock),
      reason: "correction",
      note,
      userId: me.id,
    });
  });
  return find(db, entry, entryId);
}

/** Ends the sale of a product in a store: its stock goes out. Throws missing. */
export function removeEntry(db: CompanyDb, me: Me, entryId: number) {
  db.write((tx) => {
    const { productId, storeId, stock } = findEntry(tx, entryId);
    refuseOtherStore(me, storeId);
    moveStock(tx, { productId, storeId, amount: -stock, reason: "correction", userId: me.id });
  });
  return remove(db, entry, entryId);
}

/** Throws missing. */
export function findEntry(db: CompanyDb, id: number) {
  const row = db.select().from(productStores).where(eq(productStores.id, id)).get();
  if (!row) throw notFound();
  return row;
}

type Promoted = { sellingPrice: string; promotionPrice: string };

/** Throws invalid for a promotion that costs more than the product without it. rules.md#stock */
function refuseDearPromotion(body: Partial<Promoted>, before?: Promoted) {
  const promotion = body.promotionPrice ?? before?.promotionPrice ?? "0.00";
  if (!isAboveSelling(promotion, body.sellingPrice ?? before?.sellingPrice ?? "0.00")) return;
  throw new Fault("invalid", "ERR_VALIDATION", {
    message: "O preço promocional não pode ser maior que o preço de venda",
    fields: { promotionPrice: "invalid" },
  });
}

/**
 * Throws invalid at each amount that the product's unit does not have, and at any stock of a kit.
 * rules.md#units rules.md#kits
 */
function refusePieces(tx: Tx, productId: number, amounts: Record<string, unknown>) {
  const unit = unitOf(tx, productId);
  const wrong = Object.keys(amounts).filter((name) => {
    const amount = amounts[name];
    if (typeof amount !== "number") return false;
    return !fitsUnit(amount, unit) || (name !== "lowStock" && amount !== 0 && isKit(tx, productId));
  });
  if (wrong.length > 0)
    throw invalidFields(Object.fromEntries(wrong.map((name) => [name, "invalid"])));
}

/** rules.md#stock */
function refuseZero(values: { stock?: number; costPrice?: string; sellingPrice?: string }) {
  const zero = (["stock", "costPrice", "sellingPrice"] as const).filter(
    (name) => values[name] !== undefined && Number(values[name]) === 0,
  );
  if (zero.length === 0) return;
  throw new Fault("invalid", "ERR_VALIDATION", {
    message: "Estoque, preço de custo e preço de venda são obrigatórios",
    fields: Object.fromEntries(zero.map((name) => [name, "required"])),
  });
}
