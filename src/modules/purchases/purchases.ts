import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Audience, Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { listQuery } from "../../kit/http/fields.ts";
import { products } from "../products/table.ts";
import { inOwnStores, refuseOtherStore } from "../stock/own-stores.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";
import { purchaseItems, purchases, type ListedPurchase, type Purchase } from "./table.ts";

export const purchaseQuery = listQuery.extend({
  storeId: z.coerce.number().int().positive().optional(),
});

/** One page of the purchases of a user's stores, the newest first. */
export function list(
  db: CompanyDb,
  me: Me,
  { searchParam, pageNumber, storeId }: z.infer<typeof purchaseQuery>,
): { purchases: ListedPurchase[]; hasMore: boolean; count: number } {
  const { rows, ...rest } = page(db, {
    table: purchases,
    select: query(db),
    where: and(
      matching(searchParam, [purchases.supplier, purchases.number]),
      inOwnStores(me, purchases.storeId),
      storeId === undefined ? undefined : eq(purchases.storeId, storeId),
    ),
    order: [desc(purchases.id)],
    pageNumber,
  });
  return { purchases: rows, ...rest };
}

/** A purchase with its lines. Throws missing; forbidden for one of another store. */
export function find(db: CompanyDb, me: Me, purchaseId: number): Purchase {
  const row = query(db).where(eq(purchases.id, purchaseId)).get();
  if (!row) throw notFound("Entrada não encontrada");
  refuseOtherStore(me, row.storeId);
  const {
    purchaseId: _,
    productId: __,
    position: ___,
    ...columns
  } = getTableColumns(purchaseItems);
  const items = db
    .select({ ...columns, product: { id: products.id, name: products.name } })
    .from(purchaseItems)
    .innerJoin(products, eq(products.id, purchaseItems.productId))
    .where(eq(purchaseItems.purchaseId, purchaseId))
    .orderBy(asc(purchaseItems.position))
    .all();
  return { ...row, items };
}

/** Tells those who see costs. */
export function emitPurchase(
  tx: Tx,
  me: Me,
  action: "create" | "update",
  purchaseId: number,
): Purchase {
  const purchase = find(tx, me, purchaseId);
  const { items, ...row } = purchase;
  const audience: Audience = {
    to: "holders",
    permission: "productStores.write",
    storeId: row.storeId,
  };
  tx.emit("purchase", action, { purchase: { ...row, items: items.length } }, audience);
  return purchase;
}

const undoers = alias(users, "undoers");

const { userId: _, undoneById: __, ...purchaseColumns } = getTableColumns(purchases);
const columns = {
  ...purchaseColumns,
  store: { id: stores.id, name: stores.name },
  user: { id: users.id, name: users.name },
  undoneBy: { id: undoers.id, name: undoers.name },
  items: sql<number>`(SELECT count(*) FROM ${purchaseItems} WHERE ${purchaseItems.purchaseId} = ${purchases.id})`,
};

const query = (db: CompanyDb) =>
  db
    .select(columns)
    .from(purchases)
    .innerJoin(stores, eq(stores.id, purchases.storeId))
    .leftJoin(users, eq(users.id, purchases.userId))
    .leftJoin(undoers, eq(undoers.id, purchases.undoneById))
    .$dynamic();
