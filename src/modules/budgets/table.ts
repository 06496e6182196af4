import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant, money } from "../../kit/db/table.ts";
import { routeTypes } from "../../shared/sales.ts";

/** The figures that a budget and an order have alike; together they are what `quote` worked out. */
export const figures = {
  subTotal: money().notNull(),
  freight: money().notNull(),
  discount: money().notNull(),
  increase: money().notNull().default("0.00"),
  total: money().notNull(),
};

/** How it is brought and paid. */
export const terms = {
  typeRoute: text({ enum: routeTypes }).notNull(),
  channel: text().notNull().default("WHATSAPP"),
  contactAddressId: integer(),
  paymentId: integer().notNull(),
  installments: integer().notNull().default(1),
  changeFor: money().notNull().default("0.00"),
  couponId: integer(),
};

export const itemFigures = {
  amount: integer().notNull(),
  unitary: money().notNull(),
  unitaryGross: money().notNull(),
  discount: money().notNull(),
  total: money().notNull(),
};

/** The last number that was given out, by what it numbers. */
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
  /** Who sells. */
  userId: integer(),
  ...terms,
  ...figures,
  orderId: integer(),
  /** When it became an order; the order may have been deleted since. */
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
};

/** How something is paid, as it travels. */
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
  /** The Pix code that asks for the total, where it is paid by Pix to a store with a key. */
  pixCode: string | null;
};
