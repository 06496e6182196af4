import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant, money } from "../../kit/db/table.ts";
import type { PaymentState } from "../../shared/receipts.ts";
import type { OrderPart } from "../../shared/sales.ts";
import { units } from "../../shared/units.ts";
import type { ReceiptRow } from "../tills/table.ts";
import type { KitItem } from "../products/table.ts";
import { figures, itemFigures, terms } from "../budgets/table.ts";

/** The address that an order goes to, as it was when it was sold. */
export type OrderAddress = {
  zipCode: string;
  address: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
  latitude: number | null;
  longitude: number | null;
};

export const orders = sqliteTable("orders", {
  ...base,
  number: integer().notNull(),
  /** Null for an order without a contact, which has no budget. */
  budgetId: integer(),
  statusId: integer().notNull(),
  emission: instant().notNull(),
  contactId: integer(),
  ticketId: integer(),
  storeId: integer().notNull(),
  userId: integer(),
  ...terms,
  contactAddress: text({ mode: "json" }).$type<OrderAddress | null>(),
  ...figures,
  notes: text().notNull().default(""),
  /** Since when its stock and its coupon are given back. */
  cancelledAt: instant(),
  /** The sum of its receipts; null for an order that is older than receipts. */
  received: money(),
  /** When its team was reminded of it. */
  remindedAt: instant(),
  /** Money that went back, or to another order of the contact. */
  refunded: money().notNull().default("0.00"),
  /** The seller's own key, by which a sale that comes again is the same order. */
  clientId: text(),
});
export type OrderRow = typeof orders.$inferSelect;

export const orderItems = sqliteTable("orderItems", {
  orderId: integer().notNull(),
  position: integer().notNull(),
  productId: integer().notNull(),
  name: text().notNull(),
  unit: text({ enum: units }).notNull().default("un"),
  ...itemFigures,
  /** The parts of a kit, as it was sold. */
  kit: text({ mode: "json" }).$type<KitItem[] | null>(),
});

export const orderHistory = sqliteTable("orderHistory", {
  id: integer().primaryKey(),
  orderId: integer().notNull(),
  statusId: integer(),
  name: text().notNull(),
  userId: integer(),
  /** Whether the customer was sent the status's text. */
  told: flag().notNull().default(false),
  /** The parts that changed; null where the order got a status. */
  changes: text({ mode: "json" }).$type<OrderPart[] | null>(),
  totalBefore: money(),
  totalAfter: money(),
  /** The receipt or the refund that the change is. */
  receiptId: integer(),
  /** The couriers of a change from one to another. */
  courierBeforeId: integer(),
  courierAfterId: integer(),
  at: instant().notNull(),
});

type Named = { id: number; name: string };

export type OrderItem = Omit<typeof orderItems.$inferSelect, "orderId" | "position" | "name"> & {
  product: { name: string };
};

export type OrderChange = Omit<
  typeof orderHistory.$inferSelect,
  "orderId" | "userId" | "courierBeforeId" | "courierAfterId"
> & {
  user: Named | null;
  /** Null for none, and for one that was deleted since. */
  courierBefore: Named | null;
  courierAfter: Named | null;
};

export type Receipt = Omit<ReceiptRow, "orderId" | "userId" | "clientId"> & {
  payment: Named;
  user: Named | null;
  /** A gateway reported it, and no user booked it. */
  byGateway: boolean;
};

/** An order as lists show it. */
export type ListedOrder = Omit<OrderRow, "received"> & {
  received: string;
  owed: string;
  paymentState: PaymentState | null;
  status: Named & { code: number | null; color: string; isCancelled: boolean };
  contact: (Named & { number: string }) | null;
  store: Named;
  user: Named | null;
  courier: Named | null;
  /** One entry. Its payment has no id where the contact pays later. */
  payments: {
    value: string;
    installments: number;
    changeFor: string;
    payment: { id: number | null; name: string };
  }[];
  coupon: { id: number; code: string } | null;
  orderItems: OrderItem[];
};

/**
 * An order as it travels alone and in events. `budgetNumber`: the number that its customer got
 * while it was a budget. `credit`: what its contact may still spend. `pixCode`: for what is owed, where the store
 * has a key.
 */
export type Order = ListedOrder & {
  history: OrderChange[];
  receipts: Receipt[];
  budgetNumber: number | null;
  credit: string;
  pixCode: string | null;
  /** Its store has an account with a gateway, which reports the payment. */
  pixGateway: boolean;
};
