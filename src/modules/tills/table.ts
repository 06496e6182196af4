import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant, money } from "../../kit/db/table.ts";
import { tillMovementKinds } from "../../shared/tills.ts";

export const tills = sqliteTable("tills", {
  ...base,
  storeId: integer().notNull(),
  userId: integer(),
  openingAmount: money().notNull(),
  openedAt: instant().notNull(),
  closedAt: instant(),
  closedById: integer(),
  /** Why the count differs. */
  reason: text().notNull().default(""),
  /** Cash that stays for the next opening. */
  rest: money(),
});
export type TillRow = typeof tills.$inferSelect;

export const tillMovements = sqliteTable("tillMovements", {
  id: integer().primaryKey(),
  tillId: integer().notNull(),
  kind: text({ enum: tillMovementKinds }).notNull(),
  value: money().notNull(),
  reason: text().notNull(),
  userId: integer(),
  at: instant().notNull(),
});

export const tillCounts = sqliteTable("tillCounts", {
  tillId: integer().notNull(),
  paymentId: integer().notNull(),
  expected: money().notNull(),
  counted: money().notNull(),
});

/** Money that came for an order, or went back. */
export const receipts = sqliteTable("receipts", {
  id: integer().primaryKey(),
  orderId: integer().notNull(),
  paymentId: integer().notNull(),
  /** The part that the order keeps; below zero for a refund. */
  value: money().notNull(),
  /** Cash that was given back at once. */
  change: money().notNull().default("0.00"),
  note: text().notNull().default(""),
  refundOf: integer(),
  /** It was moved from or to another order of the contact. */
  isCredit: flag().notNull().default(false),
  tillId: integer(),
  userId: integer(),
  /** By which a request that comes again is known. */
  clientId: text(),
  at: instant().notNull(),
});
export type ReceiptRow = typeof receipts.$inferSelect;

type Named = { id: number; name: string };

export type TillMovement = Omit<typeof tillMovements.$inferSelect, "tillId" | "userId"> & {
  user: Named | null;
};

/** A method in a till. `receipts` counts those of the till; `counted` is null while it is open. */
export type TillSum = {
  paymentId: number;
  name: string;
  isDrawer: boolean;
  receipts: number;
  expected: string;
  counted: string | null;
  difference: string | null;
};

/** A till as lists show it. `orders` and `taken` leave out what was given back. */
export type ListedTill = TillRow & {
  store: Named;
  user: Named | null;
  closedBy: Named | null;
  orders: number;
  taken: string;
  difference: string | null;
};

/** A till as it travels alone. */
export type Till = ListedTill & {
  sums: TillSum[];
  movements: TillMovement[];
  /** The methods whose count differs. */
  differences: { paymentId: number; expected: string; counted: string; difference: string }[];
};
