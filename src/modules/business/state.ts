import { sql, type SQL } from "drizzle-orm";
import type { Control } from "../../kit/db/company-db.ts";
import type { CompanyState } from "../../shared/business.ts";
import { today } from "../companies/companies.ts";
import { graceDays, ownersCompany } from "../companies/standing.ts";

/** The time zone of the business: the owner of the box reads all months and days in it. */
export const businessZone = "America/Sao_Paulo";

export const businessDay = ({ now }: Control) => today(businessZone, now());

export const dayAfter = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** The first moment (epoch ms) of a month, YYYY-MM. */
export const monthStart = (month: string) =>
  Temporal.PlainDate.from(`${month}-01`).toZonedDateTime(businessZone).epochMilliseconds;

export const monthAfter = (month: string, months: number) =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

/**
 * The state of a row of `companies`. Columns are written out: within a query of one table they
 * would lose the table's name. rules.md#business
 */
export function stateOf(control: Control): SQL<CompanyState> {
  const day = businessDay(control);
  const lastWorking = dayAfter(day, -graceDays(control));
  return sql<CompanyState>`CASE
    WHEN companies.status = 0 THEN 'stopped'
    WHEN companies.id = ${ownersCompany} OR companies.dueDate IS NULL THEN 'ok'
    WHEN companies.dueDate < ${lastWorking} THEN 'stopped'
    WHEN companies.dueDate < ${day} THEN 'overdue'
    WHEN ${planCents} > 0 AND NOT EXISTS (
      SELECT 1 FROM invoices AS paid WHERE paid.companyId = companies.id AND paid.status = 'paid'
    ) THEN 'trial'
    ELSE 'ok' END`;
}

/** The price of a row of `companies` for a month, in cents. */
export const planCents = sql<number>`(SELECT plan.value FROM plans AS plan WHERE plan.id = companies.planId)`;
