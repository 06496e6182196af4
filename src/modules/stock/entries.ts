import type { Audience, Me } from "../../kit/db/audience.ts";
import { sql } from "drizzle-orm";
import { stockSql } from "../products/kits.ts";
import { amountOfMilli } from "../../shared/units.ts";
import { id } from "../../kit/http/fields.ts";
import { all, find } from "../../kit/http/resource-rows.ts";
import type { Resource } from "../../kit/http/resource.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { holds } from "../../shared/permissions.ts";
import { findProduct } from "../products/products.ts";
import { promotionsOf } from "../promotions/in-force.ts";
import { products } from "../products/table.ts";
import { stores } from "../stores/table.ts";
import { productStores } from "./table.ts";

/** A product in a store, as it travels, with the names of both. */
export const entry: Resource = {
  name: "productStores",
  event: "productStore",
  table: productStores,
  body: { productId: id, storeId: id },
  search: [],
  filters: { productId: productStores.productId },
  order: [productStores.storeId],
  labels: {
    product: { by: productStores.productId, from: [products.id, products.name] },
    stock:
      sql`${sql.raw(stockSql("productStores.productId", "productStores.storeId", "productStores.stock"))}`.mapWith(
        amountOfMilli,
      ),
    unit: { by: productStores.productId, from: products.unit },
    store: { by: productStores.storeId, from: [stores.id, stores.name] },
  },
};

/**
 * The stores that sell a product. Only a user who sets prices sees the cost price. Throws missing.
 */
export function entriesOf(db: CompanyDb, me: Me, productId: number) {
  const rows = all(db, entry, { productId: findProduct(db, productId).id }).map((row) => ({
    ...row,
    promotions: promotionsOf(db, row.storeId as number, [productId]).get(productId) ?? [],
  }));
  return {
    productStores: holds(me, "productStores.write") ? rows : rows.map(withoutCost),
  };
}

/** Tells other programs that a product's stock came to its warning. rules.md#webhooks */
export function emitLow(tx: Tx, id: number) {
  const productStore = withoutCost(find(tx, entry, id));
  tx.emit("stockLow", "create", { productStore }, { to: "everyone" });
}

/**
 * Emits a product in a store to everyone. The cost price goes only to users who set prices, and only
 * where `isPriced`. Returns it as it travels.
 */
export function emitEntry(tx: Tx, action: "create" | "update", id: number, isPriced = false) {
  const row = find(tx, entry, id);
  tx.emit("productStore", action, { productStore: withoutCost(row) }, { to: "everyone" });
  const setters: Audience = {
    to: "holders",
    permission: "productStores.write",
    storeId: row.storeId as number,
  };
  if (isPriced) tx.emit("productStore", action, { productStore: row }, setters);
  return row;
}

const withoutCost = ({ costPrice: _, ...row }: Record<string, unknown>) => row;
