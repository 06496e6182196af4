import { eq, inArray, sql } from "drizzle-orm";
import { canSee, type Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { textsOf } from "../../kit/db/texts.ts";
import type { Written } from "../../kit/db/written.ts";
import { ordersAudience } from "./sight.ts";
import { alone, missing, ordersQuery, wireOrder } from "./orders.ts";
import { orders, type ListedOrder, type Order } from "./table.ts";

const someQuery = query((db) =>
  ordersQuery(db).where(
    inArray(orders.id, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`),
  ),
);
const saleQuery = query((db) =>
  db
    .select({ userId: orders.userId, contactId: orders.contactId, storeId: orders.storeId })
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id"))),
);

/** Orders as lists show them, with all that `ordersQuery` names. */
export const orderTexts = textsOf<ListedOrder>({
  name: "orders",
  madeOf: [
    { table: "orders", ids: "VALUES (row.id)" },
    { table: "orderItems", ids: "VALUES (row.orderId)" },
    {
      table: "contacts",
      ids: "SELECT id FROM orders WHERE contactId = row.id",
      columns: ["name", "number"],
    },
    { table: "orderStatus", ids: "VALUES (0)", columns: ["name", "code", "color", "isCancelled"] },
    { table: "stores", ids: "VALUES (0)", columns: ["name"] },
    { table: "users", ids: "VALUES (0)", columns: ["name"] },
    { table: "payments", ids: "VALUES (0)", columns: ["name"] },
    { table: "coupons", ids: "VALUES (0)", columns: ["code"] },
    { table: "couriers", ids: "VALUES (0)", columns: ["name"] },
  ],
  find: (db, ids) =>
    someQuery(db)
      .all({ ids: JSON.stringify(ids) })
      .map(wireOrder),
});

/** Like `find`, as written text that is only read. */
export function readOrder(db: CompanyDb, me: Me, id: number): Written<Order> {
  const sale = saleQuery(db).get({ id });
  if (!sale || !canSee(me, ordersAudience(db, sale))) return missing();
  return orderTexts(db).one(id)!.with(alone(db, id));
}
