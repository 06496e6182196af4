import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant, money } from "../../kit/db/table.ts";
import { modes, primaryColors, type Recurrence } from "../../shared/companies.ts";
import type { PlanLimit } from "../../shared/plan.ts";

export const plans = sqliteTable("plans", {
  ...base,
  name: text().notNull(),
  users: integer().notNull().default(0),
  connections: integer().notNull().default(0),
  queues: integer().notNull().default(0),
  campaigns: integer().notNull().default(0),
  schedules: integer().notNull().default(0),
  value: money().notNull().default("0.00"),
  useCampaigns: flag().notNull().default(true),
  useKanban: flag().notNull().default(true),
  useOpenAi: flag().notNull().default(true),
  useIntegrations: flag().notNull().default(true),
  useSchedules: flag().notNull().default(true),
  useInternalChat: flag().notNull().default(true),
  useExternalApi: flag().notNull().default(true),
  useSales: flag().notNull().default(true),
  useEcommerce: flag().notNull().default(true),
  offered: flag().notNull().default(true),
});

export type Plan = typeof plans.$inferSelect;

/** A plan as its owner sees it, with the number of companies on it. */
export type ListedPlan = Plan & { companies: number };

/**
 * A company that exceeds its plan from now on: its records stay, and it cannot add more.
 * rules.md#plan-limits
 */
export type BeyondPlan = { company: string; what: PlanLimit; limit: number; used: number };

export const companies = sqliteTable("companies", {
  ...base,
  name: text().notNull(),
  planId: integer().notNull(),
  dueDate: text(),
  timezone: text().notNull().default("America/Sao_Paulo"),
  linked: flag().notNull().default(false),
  email: text(),
  phone: text(),
  document: text(),
  status: flag().notNull().default(true),
  campaignsEnabled: flag().notNull().default(true),
  recurrence: text().$type<Recurrence>().notNull().default("MENSAL"),
  dueDay: integer(),
  userId: integer(),
  slug: text(),
  token: text(),
  billingName: text(),
  billingAddress: text(),
  billingCity: text(),
  billingState: text(),
  billingZipCode: text(),
  billingCountry: text(),
  mode: text({ enum: modes }).notNull().default("system"),
  primaryColor: text({ enum: primaryColors }),
  sha256: text(),
  mediaName: text(),
});
export type Company = typeof companies.$inferSelect;

/** The company's data that each of its users sees: name, due date, and appearance. */
export type OwnCompany = Pick<
  Company,
  "id" | "name" | "timezone" | "dueDate" | "mode" | "primaryColor"
> & { mediaPath: string | null };

/**
 * The company's data that its admins and the owner of the box see. `usage` is null where its file
 * cannot be read.
 */
export type FullCompany = Omit<Company, "token" | "sha256" | "dueDay" | "linked"> & {
  hasToken: boolean;
  mediaPath: string | null;
  plan: Plan;
  usage: Record<PlanLimit, number> | null;
};

/** A row of the owner's list. */
export type ListedCompany = Pick<
  Company,
  | "id"
  | "name"
  | "email"
  | "phone"
  | "document"
  | "planId"
  | "status"
  | "campaignsEnabled"
  | "dueDate"
  | "recurrence"
  | "createdAt"
  | "updatedAt"
  | "timezone"
> & { plan: Pick<Plan, "name" | "users" | "connections" | "queues" | "value"> };

/**
 * A deleted company. `kept`: the path of its data in the data folder until `removedAt`. It is a
 * file that an import takes, or a folder of the unchanged files.
 */
export type DeletedCompany = Pick<Company, "id" | "name"> & {
  kept: string;
  size: number | null;
  deletedAt: Date;
  removedAt: Date;
};

export const visits = sqliteTable("visits", {
  sessionId: text().primaryKey(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  startedAt: instant().notNull(),
  endsAt: instant().notNull(),
});
export type Visit = typeof visits.$inferSelect;
