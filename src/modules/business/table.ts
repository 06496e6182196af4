import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, money } from "../../kit/db/table.ts";
import type { CompanyState } from "../../shared/business.ts";
import type { ListedCompany } from "../companies/table.ts";

export const companyUsage = sqliteTable("companyUsage", {
  companyId: integer().primaryKey(),
  users: integer().notNull(),
  connections: integer().notNull(),
  tickets: integer().notNull(),
  bytes: integer().notNull(),
  lastUsedAt: instant(),
  countedAt: instant().notNull(),
});
export type CompanyUsage = typeof companyUsage.$inferSelect;

export const businessMonths = sqliteTable("businessMonths", {
  month: text().primaryKey(),
  recurring: money().notNull(),
  updatedAt: instant().notNull(),
});

/** A row of the owner's table of companies. `usage` is null until the first count. */
export type BusinessCompany = ListedCompany & {
  state: CompanyState;
  owed: string;
  usage: CompanyUsage | null;
};

/** Money that several invoices of several companies ask for. */
export type Sum = { value: string; invoices: number; companies: number };

/** The business in figures. `since`: the recurring money at the end of the last month. */
export type BusinessFigures = {
  month: string;
  companies: number;
  received: { value: string; invoiced: string };
  owed: Sum;
  overdue: Sum;
  recurring: { value: string; since: string | null };
  trials: { companies: number; endSoon: number };
  months: { month: string; value: string }[];
  states: Record<CompanyState, number>;
  plans: BusinessPlan[];
  needs: Need[];
};

export type BusinessPlan = { id: number; name: string; value: string; recurring: string } & Record<
  CompanyState,
  number
>;

/** Work of the business that a person must do. rules.md#business */
export type Need = { companyId: number; companyName: string; phone: string | null } & (
  | { kind: "overdue"; value: string; days: number; stopsIn: number }
  | { kind: "paidTwice"; invoiceId: number; value: string; paidAt: Date }
  | { kind: "trial"; dueDate: string; users: number | null; tickets: number | null }
  | { kind: "limit"; what: "users" | "connections"; used: number; limit: number; planName: string }
);
