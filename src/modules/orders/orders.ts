import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canSee, type Me } from "../../kit/db/audience.ts";
import { notFound } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import { query } from "../../kit/db/query.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { fiado, pixId } from "../../shared/payments.ts";
import { owedOf, paymentStateOf, type OrderSums } from "../../shared/receipts.ts";
import { ordersAudience, type SeenOrder } from "./sight.ts";
import { wireItems } from "../budgets/budgets.ts";
import { budgets } from "../budgets/table.ts";
import { contacts } from "../contacts/table.ts";
import { coupons } from "../coupons/table.ts";
import { couriers } from "../couriers/table.ts";
import { pixCodeOf } from "../budgets/pix.ts";
import { orderStatus } from "../order-status/table.ts";
import { payments } from "../payments/table.ts";
import { pixAccounts } from "../pix-accounts/table.ts";
import { stores } from "../stores/table.ts";
import { receipts } from "../tills/table.ts";
import { users } from "../users/table.ts";
import {
  orderHistory,
  orderItems,
  orders,
  type ListedOrder,
  type Order,
  type OrderChange,
  type OrderItem,
} from "./table.ts";

const itemsOf = sql<OrderItem[]>`(SELECT coalesce(json_group_array(json_object(
    'productId', i.productId, 'product', json_object('name', i.name), 'unit', i.unit,
    'amount', i.amount, 'unitary', i.unitary, 'unitaryGross', i.unitaryGross,
    'discount', i.discount, 'total', i.total, 'note', i.note, 'options', json(i.options),
    'kit', json(i.kit)
  ) ORDER BY i.position), '[]') FROM ${orderItems} i WHERE i.orderId = ${orders.id})`.mapWith(
  wireItems,
);

const due = sql`CASE WHEN ${orders.cancelledAt} IS NULL THEN ${orders.total} ELSE 0 END`;
/** The money of an order above its price, as `excessOf` says, in SQL. */
export const excess = sql<number>`(${orders.received} - ${due})`;

/** A ordersQuery for orders as lists show them, to go through `wireOrder`. */
export const ordersQuery = (db: Db) =>
  db
    .select({
      ...getTableColumns(orders),
      status: {
        id: orderStatus.id,
        name: orderStatus.name,
        code: orderStatus.code,
        color: orderStatus.color,
        isCancelled: orderStatus.isCancelled,
      },
      contact: { id: contacts.id, name: contacts.name, number: contacts.number },
      store: { id: stores.id, name: stores.name },
      user: { id: users.id, name: users.name },
      payment: { id: payments.id, name: payments.name },
      coupon: { id: coupons.id, code: coupons.code },
      courier: { id: couriers.id, name: couriers.name },
      orderItems: itemsOf,
    })
    .from(orders)
    .innerJoin(orderStatus, eq(orderStatus.id, orders.statusId))
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(payments, eq(payments.id, orders.paymentId))
    .leftJoin(contacts, eq(contacts.id, orders.contactId))
    .leftJoin(users, eq(users.id, orders.userId))
    .leftJoin(coupons, eq(coupons.id, orders.couponId))
    .leftJoin(couriers, eq(couriers.id, orders.courierId))
    .$dynamic();

const byId = query((db) => ordersQuery(db).where(eq(orders.id, sql.placeholder("id"))));

const courierBefore = alias(couriers, "courierBefore");
const courierAfter = alias(couriers, "courierAfter");
const { id, statusId, name, told, changes, totalBefore, totalAfter, receiptId, at } = orderHistory;
const historyQuery = query((db) =>
  db
    .select({
      id,
      statusId,
      name,
      told,
      changes,
      totalBefore,
      totalAfter,
      receiptId,
      at,
      user: { id: users.id, name: users.name },
      courierBefore: { id: courierBefore.id, name: courierBefore.name },
      courierAfter: { id: courierAfter.id, name: courierAfter.name },
    })
    .from(orderHistory)
    .leftJoin(users, eq(users.id, orderHistory.userId))
    .leftJoin(courierBefore, eq(courierBefore.id, orderHistory.courierBeforeId))
    .leftJoin(courierAfter, eq(courierAfter.id, orderHistory.courierAfterId))
    .where(eq(orderHistory.orderId, sql.placeholder("orderId")))
    .orderBy(orderHistory.id),
);

/** The changes of an order with their users, the first first. */
const historyOf = (db: CompanyDb, orderId: number): OrderChange[] =>
  historyQuery(db).all({ orderId });

const budgetQuery = query((db) =>
  db
    .select({ number: budgets.number })
    .from(orders)
    .innerJoin(budgets, eq(budgets.id, orders.budgetId))
    .where(eq(orders.id, sql.placeholder("orderId"))),
);

const { orderId: _, userId: __, clientId: ___, ...receiptColumns } = getTableColumns(receipts);
const receiptQuery = query((db) =>
  db
    .select({
      ...receiptColumns,
      byGateway:
        sql<boolean>`${receipts.userId} IS NULL AND coalesce(${receipts.clientId} GLOB 'pix *', 0)`.mapWith(
          Boolean,
        ),
      payment: { id: payments.id, name: payments.name },
      user: { id: users.id, name: users.name },
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .leftJoin(users, eq(users.id, receipts.userId))
    .where(eq(receipts.orderId, sql.placeholder("orderId")))
    .orderBy(receipts.id),
);

/** The parts of an order that lists leave out. */
export const alone = (
  db: CompanyDb,
  orderId: number,
): Pick<Order, "history" | "receipts" | "budgetNumber" | "credit" | "pixCode" | "pixGateway"> => ({
  history: historyOf(db, orderId),
  receipts: receiptQuery(db).all({ orderId }),
  budgetNumber: budgetQuery(db).get({ orderId })?.number ?? null,
  credit: amountOf(creditQuery(db).get({ orderId })!.credit),
  pixCode: pixCodeFor(db, orderId),
  pixGateway: hasGateway(db).get({ orderId }) !== undefined,
});

/** An order that is older than receipts owes its total here. rules.md#pix */
function pixCodeFor(db: CompanyDb, orderId: number): string | null {
  const order = pixQuery(db).get({ orderId });
  if (!order) return null;
  const { number, total, received, cancelledAt, name, fantasy, city, keyPix } = order;
  const owed = owedOf({
    total: centsOf(total),
    received: centsOf(received ?? "0.00"),
    refunded: 0,
    isCancelled: cancelledAt !== null,
  });
  return pixCodeOf({
    keyPix,
    name: fantasy || name,
    city: city ?? "",
    typePaymentId: pixId,
    total: amountOf(owed),
    txid: `PEDIDO${number}`,
  });
}

const pixQuery = query((db) =>
  db
    .select({
      number: orders.number,
      total: orders.total,
      received: orders.received,
      cancelledAt: orders.cancelledAt,
      name: stores.name,
      fantasy: stores.fantasy,
      city: stores.city,
      keyPix: stores.keyPix,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(eq(orders.id, sql.placeholder("orderId"))),
);

const hasGateway = query((db) =>
  db
    .select({ id: pixAccounts.id })
    .from(orders)
    .innerJoin(pixAccounts, eq(pixAccounts.id, orders.storeId))
    .where(eq(orders.id, sql.placeholder("orderId"))),
);

/** The money of a contact's orders above their price. rules.md#receipts */
const creditQuery = query((db) =>
  db
    .select({ credit: sql<number>`coalesce(sum(${excess}), 0)` })
    .from(orders)
    .where(
      and(
        eq(
          orders.contactId,
          sql`(SELECT contactId FROM orders WHERE id = ${sql.placeholder("orderId")})`,
        ),
        sql`${excess} > 0`,
      ),
    ),
);

/** An order as it travels, without an access check. Throws missing. */
export function load(db: CompanyDb, id: number): Order {
  const row = byId(db).get({ id }) ?? missing();
  return { ...wireOrder(row), ...alone(db, id) };
}

/** An order that `me` may see. Throws missing for any other. */
export function find(db: CompanyDb, me: Me, id: number): Order {
  const order = load(db, id);
  return canSee(me, ordersAudience(db, order)) ? order : missing();
}

/** Emits an order to the users who may see it. Users who no longer may see it get a delete. */
export function emitOrder(
  tx: Tx,
  action: "create" | "update",
  id: number,
  before?: SeenOrder,
): Order {
  const order = load(tx, id);
  tx.emit(
    "order",
    action,
    { order },
    ordersAudience(tx, order),
    before && ordersAudience(tx, before),
  );
  return order;
}

type Row = ReturnType<ReturnType<typeof ordersQuery>["all"]>[number];

/** An order with its payment as a list of them, and what it owes. */
export function wireOrder({ payment, ...order }: Row): ListedOrder {
  const { total: value, installments, changeFor, received, refunded, cancelledAt } = order;
  const sums: OrderSums = {
    total: centsOf(value),
    received: received === null ? null : centsOf(received),
    refunded: centsOf(refunded),
    isCancelled: cancelledAt !== null,
  };
  return Object.assign(order, {
    payments: [{ value, installments, changeFor, payment: payment ?? fiado }],
    received: received ?? "0.00",
    owed: amountOf(owedOf(sums)),
    paymentState: paymentStateOf(sums),
  });
}

export function missing(): never {
  throw notFound("Pedido não encontrado");
}
