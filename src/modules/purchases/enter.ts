import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, id, line, positiveMoney } from "../../kit/http/fields.ts";
import { costAfter, costWithout } from "../../pricing/average-cost.ts";
import { costOf } from "../../pricing/rounding.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { fitsUnit, hasThousandths, highestAmount } from "../../shared/units.ts";
import { isKit } from "../products/kits.ts";
import { products } from "../products/table.ts";
import { emitEntry } from "../stock/entries.ts";
import { refuseOtherStore } from "../stock/own-stores.ts";
import { moveStock } from "../stock/stock.ts";
import { productStores } from "../stock/table.ts";
import { emitPurchase, find } from "./purchases.ts";
import { purchaseItems, purchases, type Purchase, type PurchaseItem } from "./table.ts";

/** The most lines of one purchase. */
const mostItems = 300;

/** The highest cost of a unit, and the highest sum, in cents: amounts of money have seven digits. */
const highestMoney = 999_999_999;

const purchaseItem = z
  .object({
    productId: id,
    amount: z.number().positive().max(highestAmount).refine(hasThousandths, "invalid"),
    /** The cost of one unit, or of the whole line. */
    cost: positiveMoney.optional(),
    total: positiveMoney.optional(),
    /** Its price, where the store does not sell it yet. */
    sellingPrice: positiveMoney.optional(),
  })
  .refine(({ cost, total }) => (cost === undefined) !== (total === undefined), {
    path: ["cost"],
    message: "required",
  });

export const purchaseBody = z.object({
  storeId: id,
  supplier: line(100).optional(),
  number: line(60).optional(),
  items: arrayOf(purchaseItem, mostItems, 1),
});

type Item = z.infer<typeof purchaseItem>;

/**
 * Enters goods that came: the stock goes up and the cost becomes the average. Throws invalid at a
 * line whose product is unknown, is a kit or has no such amount, or whose stock gets too high. Throws
 * forbidden for a store that is not of the user's role. rules.md#purchases
 */
export function enter(
  db: CompanyDb,
  me: Me,
  { items, storeId, supplier = "", number = "" }: z.infer<typeof purchaseBody>,
): Purchase {
  refuseOtherStore(me, storeId);
  return db.write((tx) => {
    refuseMissingReferences(tx, purchases, { storeId });
    const totals = items.map((item, at) => totalOf(item, at));
    const total = totals.reduce((sum, cents) => sum + cents, 0);
    if (total > highestMoney) throw invalidFields({ items: "invalid" });
    const { id: purchaseId } = tx
      .insert(purchases)
      .values({
        storeId,
        supplier,
        number,
        total: amountOf(total),
        userId: me.id,
        ...insertTimestamps(tx.now()),
      })
      .returning({ id: purchases.id })
      .get();
    for (const [position, item] of items.entries())
      putIn(tx, me, { id: purchaseId, storeId, supplier, number }, item, {
        position,
        total: totals[position]!,
      });
    return emitPurchase(tx, me, "create", purchaseId);
  });
}

/**
 * Takes the goods of a purchase out again, at their cost. Throws missing; a conflict where it was
 * undone before, or where fewer of them are left. rules.md#purchases
 */
export function undo(db: CompanyDb, me: Me, purchaseId: number): Purchase {
  return db.write((tx) => {
    const purchase = find(tx, me, purchaseId);
    if (purchase.undoneAt)
      throw new Fault("conflict", "ERR_PURCHASE_UNDONE", {
        message: "Esta entrada já foi desfeita",
      });
    const now = tx.now();
    tx.update(purchases)
      .set({ undoneAt: new Date(now), undoneById: me.id, ...updateTimestamps(now) })
      .where(eq(purchases.id, purchaseId))
      .run();
    // The last line first, so that each finds the cost that it left.
    for (const item of purchase.items.toReversed()) takeOut(tx, me, purchase, item);
    return emitPurchase(tx, me, "update", purchaseId);
  });
}

type Entered = { id: number; storeId: number; supplier: string; number: string };

/** Puts one line into the stock; `total` in cents. */
function putIn(
  tx: Tx,
  me: Me,
  purchase: Entered,
  item: Item,
  { position, total }: { position: number; total: number },
) {
  const [{ storeId }, { productId, amount }] = [purchase, item];
  const unit = unitOf(tx, item, position);
  const entry = entryOf(tx, { storeId, item, at: position });
  const cost = costAfter({ stock: entry.stock, cost: centsOf(entry.costPrice) }, { amount, total });
  if (cost > highestMoney) throw invalidFields({ [`items.${position}.cost`]: "invalid" });
  tx.insert(purchaseItems)
    .values({
      purchaseId: purchase.id,
      productId,
      position,
      amount,
      unit,
      total: amountOf(total),
      costBefore: entry.costPrice,
      costAfter: amountOf(cost),
    })
    .run();
  moveStock(tx, {
    productId,
    storeId,
    amount,
    reason: "purchase",
    note: noteOf(purchase),
    userId: me.id,
    isSilent: true,
    field: `items.${position}.amount`,
  });
  setCost(tx, entry.id, amountOf(cost));
}

function totalOf({ amount, cost, total }: Item, at: number): number {
  const cents = total === undefined ? costOf(centsOf(cost ?? "0.00"), amount) : centsOf(total);
  if (cents < 1 || cents > highestMoney) throw invalidFields({ [`items.${at}.cost`]: "invalid" });
  return cents;
}

/** The unit of a line's product. Throws invalid at the line. */
function unitOf(tx: Tx, { productId, amount }: Item, at: number) {
  const product = tx
    .select({ unit: products.unit })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.deletedAt)))
    .get();
  if (!product || isKit(tx, productId))
    throw invalidFields({ [`items.${at}.productId`]: "invalid" });
  if (!fitsUnit(amount, product.unit)) throw invalidFields({ [`items.${at}.amount`]: "invalid" });
  return product.unit;
}

type StoreItem = { storeId: number; item: Item; at: number };

/** The product in the store. It begins to be sold there at the price of the line. */
function entryOf(tx: Tx, { storeId, item: { productId, sellingPrice }, at }: StoreItem) {
  const existing = entryIn(tx, productId, storeId);
  if (existing) return existing;
  if (sellingPrice === undefined) throw invalidFields({ [`items.${at}.sellingPrice`]: "required" });
  const entry = tx
    .insert(productStores)
    .values({
      productId,
      storeId,
      costPrice: "0.00",
      sellingPrice,
      ...insertTimestamps(tx.now()),
    })
    .returning()
    .get();
  emitEntry(tx, "create", entry.id);
  return entry;
}

const entryIn = (tx: Tx, productId: number, storeId: number) =>
  tx
    .select()
    .from(productStores)
    .where(and(eq(productStores.productId, productId), eq(productStores.storeId, storeId)))
    .get();

function setCost(tx: Tx, entryId: number, cost: string) {
  tx.update(productStores)
    .set({ costPrice: cost, ...updateTimestamps(tx.now()) })
    .where(eq(productStores.id, entryId))
    .run();
  emitEntry(tx, "update", entryId, true);
}

function takeOut(tx: Tx, me: Me, purchase: Purchase, item: PurchaseItem) {
  const [productId, storeId] = [item.product.id, purchase.storeId];
  const entry = entryIn(tx, productId, storeId);
  moveStock(tx, {
    productId,
    storeId,
    amount: -item.amount,
    reason: "purchaseUndone",
    note: noteOf(purchase),
    userId: me.id,
    isSilent: true,
  });
  if (entry) setCost(tx, entry.id, costBack(entry, item));
}

/** The cost before, while it is still the one of these goods; otherwise what the rest costs. */
function costBack({ stock, costPrice }: { stock: number; costPrice: string }, item: PurchaseItem) {
  if (costPrice === item.costAfter) return item.costBefore;
  const cost = costWithout(
    { stock, cost: centsOf(costPrice) },
    { amount: item.amount, total: centsOf(item.total) },
  );
  return cost === null || cost > highestMoney ? costPrice : amountOf(cost);
}

const noteOf = ({ supplier, number }: { supplier: string; number: string }) =>
  [supplier, number].filter(Boolean).join(" · ") || null;
