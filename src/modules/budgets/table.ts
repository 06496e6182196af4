import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant, money, thousandths } from "../../kit/db/table.ts";
import { channels, routeTypes } from "../../shared/sales.ts";
import type { PriceMode } from "../../shared/option-groups.ts";
import type { KitItem } from "../products/table.ts";
import type { Unit } from "../../shared/units.ts";

/** The figures that a budget and an order share: the results of `quote`. */
export const figures = {
  subTotal: money().notNull(),
  freight: money().notNull(),
  discount: money().notNull(),
  increase: money().notNull().default("0.00"),
  total: money().notNull(),
};

/** The terms of delivery and payment. */
export const terms = {
  typeRoute: text({ enum: routeTypes }).notNull(),
  channel: text({ enum: channels }).notNull().default("WHATSAPP"),
  contactAddressId: integer(),
  /** Null where the contact pays later, and no method is agreed. */
  paymentId: integer(),
  installments: integer().notNull().default(1),
  changeFor: money().notNull().default("0.00"),
  couponId: integer(),
  /** Null for as soon as possible. */
  wantedAt: instant(),
  courierId: integer(),
};

/** A chosen option as it was when it was sold. */
export type ItemOption = {
  optionId: number;
  amount: number;
  name: string;
  price: string;
  priceMode: PriceMode;
};

export const itemFigures = {
  amount: thousandths().notNull(),
  unitary: money().notNull(),
  unitaryGross: money().notNull(),
  discount: money().notNull(),
  total: money().notNull(),
  note: text().notNull().default(""),
  options: text({ mode: "json" }).$type<ItemOption[]>().notNull().default([]),
};

/** The last number used, by sequence. */
export const sequences = sqliteTable("sequences", {
  name: text().primaryKey(),
  last: integer().notNull(),
});

export const budgets = sqliteTable("budgets", {
  ...base,
  number: integer().notNull(),
  contactId: integer().notNull(),
  ticketId: integer(),
  storeId: integer().notNull(),
  /** The seller. */
  userId: integer(),
  ...terms,
  ...figures,
  orderId: integer(),
  /** The time when it became an order; the order may have been deleted since. */
  closedAt: instant(),
});
export type BudgetRow = typeof budgets.$inferSelect;

export const budgetItems = sqliteTable("budgetItems", {
  budgetId: integer().notNull(),
  position: integer().notNull(),
  productId: integer().notNull(),
  ...itemFigures,
});

type Named = { id: number; name: string };

export type BudgetItem = Omit<typeof budgetItems.$inferSelect, "budgetId" | "position"> & {
  product: { name: string };
  unit: Unit;
  /** The parts of a kit; null for any other product. */
  kit: KitItem[] | null;
};

/** The payment, as it travels. */
export type Payments = {
  prepaid: string;
  pending: string;
  methods: {
    id: number;
    name: string;
    typePaymentId: number;
    value: string;
    changeFor: string;
    installments: number;
  }[];
};

export type Budget = BudgetRow & {
  contact: Named & { number: string };
  store: Named & {
    address: string | null;
    number: string | null;
    neighborhood: string | null;
    city: string | null;
    state: string | null;
  };
  user: Named | null;
  coupon: { id: number; code: string } | null;
  payments: Payments;
  orderItems: BudgetItem[];
  /** The Pix code for the total, where the payment is Pix and the store has a key. */
  pixCode: string | null;
};
