import { asc, desc, eq, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { isCnpj } from "../../shared/cnpj.ts";
import { isCpf } from "../../shared/cpf.ts";
import { findBudget, refuseClosed } from "../budgets/budgets.ts";
import { salesAudience } from "../budgets/access.ts";
import { nextNumber } from "../budgets/numbers.ts";
import { refuseTime } from "../budgets/wanted.ts";
import { budgets, type Budget, type BudgetItem } from "../budgets/table.ts";
import { fieldsOf } from "../contacts/fields.ts";
import { contactAddresses } from "../contacts/table.ts";
import { redeemCoupon } from "../coupons/coupons.ts";
import { orderStatus } from "../order-status/table.ts";
import * as settings from "../settings/settings.ts";
import { addHistory } from "./history.ts";
import { notifyOfOrder } from "./notify.ts";
import { emitOrder, load } from "./orders.ts";
import { takeStock } from "./stock.ts";
import { orderItems, orders, type Order, type OrderAddress, type OrderRow } from "./table.ts";

/**
 * Makes an open budget an order, at the figures that it was saved with. A second call returns the
 * same order. Throws missing; a conflict for a closed budget, too little stock, a used-up coupon,
 * or without a status. Throws invalid without a required address or document. rules.md#confirm
 */
export function confirm(db: CompanyDb, me: Me, budgetId: number): Order {
  return db.write((tx) => {
    const budget = findBudget(db, me, budgetId);
    if (budget.orderId !== null) return load(db, budget.orderId);
    refuseClosed(budget);
    return toOrder(tx, me, budget);
  });
}

/** Makes a saved budget an order, within a write. Throws what `confirm` throws. */
export function toOrder(tx: Tx, me: Me, budget: Budget, sale: Sale = {}): Order {
  const { id: budgetId, orderItems } = budget;
  const items = orderItems.map(({ product: _, ...item }) => item);
  const id = addOrder(tx, me, { ...budget, budgetId }, items, sale);
  const now = tx.now();
  const closed = { orderId: id, closedAt: new Date(now), updatedAt: new Date(now) };
  closeQuery(tx).run({ id: budgetId, orderId: id, now });
  tx.emit("budget", "update", { budget: { ...budget, ...closed } }, salesAudience(tx, budget));
  return emitOrder(tx, "create", id);
}

/** The parts of a sale that no budget has. */
export type Sale = {
  notes?: string;
  clientId?: string | null;
  /** The customer takes the goods along: the order begins in the last status. */
  handedOver?: boolean;
};

/** The terms that an order takes over from its budget or its cart. */
type Sold = Pick<OrderRow, (typeof takenOver)[number]>;

/** Writes an order with its lines, stock, coupon and first status, without the event. */
export function addOrder(
  tx: Tx,
  me: Me,
  sold: Sold,
  items: Omit<BudgetItem, "product">[],
  { notes = "", clientId = null, handedOver = false }: Sale,
): number {
  if (sold.contactId !== null) refuseWithoutDocument(tx, sold.contactId);
  const contactAddress = addressOf(tx, sold);
  if (sold.wantedAt) refuseTime(tx, sold.wantedAt, sold);
  const status = handedOver ? lastStatus(tx).get() : firstStatus(tx).get();
  if (!status)
    throw new Fault("conflict", "ERR_NO_ORDER_STATUS", { message: "Cadastre um status de pedido" });
  const { storeId, userId, couponId } = sold;
  const at = insertTimestamps(tx.now());
  const id = insertOrder(tx, {
    ...pick(sold, takenOver),
    contactAddress,
    notes,
    clientId,
    number: nextNumber(tx, "order"),
    statusId: status.id,
    emission: at.createdAt,
    cancelledAt: null,
    received: "0.00",
    ...at,
  });
  const names = takeStock(tx, { id, storeId }, items, me.id);
  if (couponId !== null) redeemCoupon(tx, couponId);
  for (const [position, item] of items.entries())
    insertItem(tx, { ...item, orderId: id, position, name: names.get(item.productId) ?? "" });
  // A customer who stands at the counter needs no message.
  addHistory(tx, me, id, status, handedOver ? null : 0);
  notifyOfOrder(tx, me, id, userId);
  return id;
}

const takenOver = [
  "budgetId",
  "contactId",
  "ticketId",
  "storeId",
  "userId",
  "typeRoute",
  "channel",
  "contactAddressId",
  "paymentId",
  "installments",
  "changeFor",
  "couponId",
  "wantedAt",
  "courierId",
  "subTotal",
  "freight",
  "discount",
  "increase",
  "total",
] as const;

const pick = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

const firstStatus = query((db) =>
  db.select().from(orderStatus).orderBy(asc(orderStatus.code)).limit(1),
);

const lastStatus = query((db) =>
  db
    .select()
    .from(orderStatus)
    .where(eq(orderStatus.isCancelled, false))
    .orderBy(desc(orderStatus.code))
    .limit(1),
);

const insertOrder = query.insert(orders);

const insertItem = query.insert(orderItems);

const now = sql`${sql.placeholder("now")}`;
const closeQuery = query((db) =>
  db
    .update(budgets)
    .set({ orderId: sql`${sql.placeholder("orderId")}`, closedAt: now, updatedAt: now })
    .where(eq(budgets.id, sql.placeholder("id"))),
);

/**
 * The address as it is now, so that the order keeps it; null for an order that the customer
 * fetches.
 */
export function addressOf(
  tx: Tx,
  { typeRoute, contactAddressId }: Pick<Budget, "typeRoute" | "contactAddressId">,
): OrderAddress | null {
  if (typeRoute === "RETIRADA") return null;
  const { zipCode, address, number, complement, neighborhood, city, state, latitude, longitude } =
    contactAddresses;
  const row =
    contactAddressId === null
      ? undefined
      : tx
          .select({
            zipCode,
            address,
            number,
            complement,
            neighborhood,
            city,
            state,
            latitude,
            longitude,
          })
          .from(contactAddresses)
          .where(eq(contactAddresses.id, contactAddressId))
          .get();
  if (!row) throw invalidFields({ contactAddressId: "required" });
  return row;
}

/** Throws invalid where the setting asks for a document that the contact does not have. */
export function refuseWithoutDocument(db: CompanyDb, contactId: number) {
  if (settings.read(db, "customerDocumentRequiredForOrders") !== "enabled") return;
  const value = fieldsOf(db, contactId).find(({ name }) => name === "CPF")?.value ?? "";
  const plain = value.replace(/[\s./-]/g, "").toUpperCase();
  if (isCpf(plain) || isCnpj(plain)) return;
  throw new Fault("invalid", "ERR_DOCUMENT_REQUIRED", {
    message: "O pedido precisa do CPF do cliente",
    fields: { extraInfo: plain === "" ? "required" : "invalid" },
  });
}
