import { inArray, or, type SQL } from "drizzle-orm";
import type { Audience, Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { holds } from "../../shared/permissions.ts";
import { salesAudience, salesVisibleTo, type Sale } from "../budgets/access.ts";
import { orders } from "./table.ts";

/** An order, as far as it says who sees it. */
export type SeenOrder = Sale & { storeId: number };

/** Whether a user sees every order: admins do, and a role for all orders of all stores. */
export const seesAllOrders = (me: Me): boolean =>
  me.profile === "admin" || (holds(me, "orders.all") && me.role!.storeIds.length === 0);

/**
 * The condition that `me` may see an order; undefined when they see all. rules.md#who-sees-sales
 */
export const ordersVisibleTo = (me: Me): SQL | undefined =>
  seesAllOrders(me) ? undefined : or(salesVisibleTo(me, orders), isInStoresOf(me));

/** The condition that an order is in one of the stores whose orders `me` sees; or undefined. */
export const isInStoresOf = (me: Me): SQL | undefined =>
  holds(me, "orders.all") ? inArray(orders.storeId, [...me.role!.storeIds]) : undefined;

/** The audience of an order's live events, by the same rule. */
export function ordersAudience(db: CompanyDb, order: SeenOrder): Audience {
  const { of } = salesAudience(db, order);
  return {
    to: "any",
    of: [...of, { to: "holders", permission: "orders.all", storeId: order.storeId }],
  };
}
