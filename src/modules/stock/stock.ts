import { and, desc, eq, gte, sql } from "drizzle-orm";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { page } from "../../kit/db/page.ts";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { holds } from "../../shared/permissions.ts";
import type { StockReason } from "../../shared/stock.ts";
import { addAmounts, highestStock, milliOf } from "../../shared/units.ts";
import { products } from "../products/table.ts";
import { users } from "../users/table.ts";
import { emitEntry, emitLow } from "./entries.ts";
import { productStores, stockMovements, type StockMovement } from "./table.ts";

type Movement = {
  productId: number;
  storeId: number;
  /** Added to the stock; negative for goods that leave. */ amount: number;
  reason: StockReason;
  note?: string | null;
  orderId?: number | null;
  userId?: number | null;
  /** Emits nothing: many are moved at once. */ isSilent?: boolean;
  /** The field of the form that has the amount. */ field?: string;
};

/**
 * Changes the stock of a product in a store and writes down why: the only way that it changes.
 * Throws a conflict with the item when there is too little, and invalid above the highest stock. A
 * return to a store that no longer sells the product is not counted. rules.md#stock
 */
export function moveStock(
  tx: Tx,
  {
    productId,
    storeId,
    amount,
    reason,
    note = null,
    orderId = null,
    userId = null,
    isSilent = false,
    field = "amount",
  }: Movement,
) {
  if (amount === 0) return;
  const now = tx.now();
  const moved = moveQuery(tx).get({ productId, storeId, milli: milliOf(amount) });
  if (!moved && amount > 0) return;
  if (!moved) throw notEnough(tx, { productId, storeId, amount: -amount });
  // An order that is cancelled always gives its goods back.
  if (amount > 0 && moved.stock > highestStock && reason !== "return")
    throw invalidFields({ [field]: "too_much" });
  insertMovement(tx, {
    productId,
    storeId,
    amount,
    stock: moved.stock,
    reason,
    note,
    orderId,
    userId,
    createdAt: new Date(now),
  });
  if (!isSilent) emitEntry(tx, "update", moved.id);
  const [before, least] = [addAmounts(moved.stock, -amount), moved.lowStock];
  if (before > least && moved.stock <= least) emitLow(tx, moved.id);
}

const after = sql<number>`${productStores.stock} + ${sql.placeholder("milli")}`;

// The condition is in the write itself, so that no other sale comes between check and write.
// `updatedAt` stays, since a sale changes nothing that the form of the prices holds.
const moveQuery = query((db) =>
  db
    .update(productStores)
    .set({ stock: after })
    .where(
      and(
        eq(productStores.productId, sql.placeholder("productId")),
        eq(productStores.storeId, sql.placeholder("storeId")),
        gte(after, 0),
      ),
    )
    .returning({
      id: productStores.id,
      stock: productStores.stock,
      lowStock: productStores.lowStock,
    }),
);

const insertMovement = query.insert(stockMovements);

/** How many there are; 0 where the store does not sell it. */
export const stockOf = (db: CompanyDb, productId: number, storeId: number): number =>
  db
    .select({ stock: productStores.stock })
    .from(productStores)
    .where(isOf(productId, storeId))
    .get()?.stock ?? 0;

/**
 * One page of the movements of a product in a store, the newest first. The supplier of a purchase
 * is shown to those alone who set prices. rules.md#purchases
 */
export function movementsOf(
  db: CompanyDb,
  me: Me,
  { productId, storeId }: { productId: number; storeId: number },
  pageNumber: number,
) {
  const { productId: product, storeId: store } = stockMovements;
  const select = db
    .select({ ...movementColumns, user: { id: users.id, name: users.name } })
    .from(stockMovements)
    .leftJoin(users, eq(users.id, stockMovements.userId))
    .$dynamic();
  const { rows, ...rest } = page(db, {
    table: stockMovements,
    select,
    where: and(eq(product, productId), eq(store, storeId)),
    order: [desc(stockMovements.id)],
    pageNumber,
  });
  const isSupplierShown = holds(me, "productStores.write");
  const visible = rows.map((row): StockMovement =>
    isSupplierShown || !namesSupplier.includes(row.reason) ? row : { ...row, note: null },
  );
  return { stockMovements: visible, ...rest };
}

const { id, amount, stock, reason, note, orderId, createdAt } = stockMovements;
const movementColumns = { id, amount, stock, reason, note, orderId, createdAt };

/** The movements whose note is the supplier and the number of their paper. */
const namesSupplier: readonly StockReason[] = ["purchase", "purchaseUndone"];

const isOf = (productId: number, storeId: number) =>
  and(eq(productStores.productId, productId), eq(productStores.storeId, storeId));

function notEnough(
  tx: Tx,
  { productId, storeId, amount }: { productId: number; storeId: number; amount: number },
) {
  const product =
    tx.select({ name: products.name }).from(products).where(eq(products.id, productId)).get()
      ?.name ?? "";
  return new Fault("conflict", "ERR_NOT_ENOUGH_STOCK", {
    message: "Estoque insuficiente",
    details: {
      items: [{ productId, storeId, product, amount, stock: stockOf(tx, productId, storeId) }],
    },
  });
}
