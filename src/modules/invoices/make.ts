import { and, eq, lte, sql } from "drizzle-orm";
import type { SendTransient } from "../../kit/db/audience.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { invoiceDaysAhead } from "../../shared/invoices.ts";
import { recurrences } from "../../shared/companies.ts";
import { today } from "../companies/companies.ts";
import { dueAfter } from "../companies/due-date.ts";
import { companies } from "../companies/table.ts";
import { spendCredit } from "./settle.ts";
import { creditCents } from "./sums.ts";
import { tellReload } from "./tell.ts";

/**
 * The most periods of one company that are made at once: a due date that was typed wrong may lie
 * centuries back.
 */
const mostPeriods = 60;

// Selects companies whose next period may begin soon in some time zone; `periodsOf` checks the day
// itself.
const soonDue = query((db) =>
  db
    .select({
      id: companies.id,
      dueDate: sql<string>`${companies.dueDate}`,
      dueDay: companies.dueDay,
      recurrence: companies.recurrence,
      timezone: companies.timezone,
    })
    .from(companies)
    .where(and(lte(companies.dueDate, sql.placeholder("horizon")), eq(companies.status, true))),
);
type SoonDue = ReturnType<ReturnType<typeof soonDue>["all"]>[number];

type Period = { companyId: number; dueDate: string };

/**
 * Makes the invoices of all periods that begin within `invoiceDaysAhead` days, each once, also
 * after a long time without a run. Returns the periods of the new ones. rules.md#invoices
 */
export function makeInvoices(control: Control): Period[] {
  const now = control.now();
  const horizon = dayAfter(new Date(now).toISOString().slice(0, 10), invoiceDaysAhead + 1);
  const periods = JSON.stringify(
    soonDue(control)
      .all({ horizon })
      .flatMap((company) => periodsOf(company, now).map((dueDate) => [company.id, dueDate])),
  );
  // At the plan's price of a month now, for each month of the period. Nothing is owed for a plan without one.
  const unmade = sql`SELECT companies.id AS companyId, period.value ->> 1 AS dueDate, plans.name, plans.value * ${monthsOf}, ${monthsOf}, plans.users, plans.connections, plans.queues, ${now}, ${now}
    FROM json_each(${periods}) AS period CROSS JOIN companies ON companies.id = period.value ->> 0 CROSS JOIN plans ON plans.id = companies.planId
    WHERE plans.value > 0 AND NOT EXISTS (SELECT 1 FROM invoices WHERE invoices.companyId = companies.id AND invoices.dueDate = period.value ->> 1 AND invoices.forPeriod = 1)`;
  if (control.values(sql`${unmade} LIMIT 1`).length === 0) return [];
  return control.write((tx) => {
    const made = tx.all<Period>(
      sql`INSERT INTO invoices (companyId, dueDate, detail, value, months, users, connections, queues, createdAt, updatedAt) ${unmade} RETURNING companyId, dueDate`,
    );
    const companyIds = JSON.stringify(made.map(({ companyId }) => companyId));
    const rich = tx.all<{ companyId: number }>(
      sql`SELECT companyId FROM invoices WHERE companyId IN (SELECT value FROM json_each(${companyIds})) GROUP BY companyId HAVING ${creditCents} > 0`,
    );
    for (const { companyId } of rich) spendCredit(tx, companyId, now);
    return made;
  });
}

/** How many months of its plan's price a company pays at once. */
export const monthsOf = sql.raw(
  `CASE companies.recurrence ${Object.entries(recurrences)
    .map(([recurrence, months]) => `WHEN '${recurrence}' THEN ${months}`)
    .join(" ")} END`,
);

/** Makes the invoices that are due, and notifies the companies' admins and the owner of the box. */
export function runInvoices(control: Control, sendTransient: SendTransient) {
  tellReload(
    sendTransient,
    makeInvoices(control).map(({ companyId }) => companyId),
  );
}

/** The days on which the company's unpaid periods begin, up to the last that is due soon. */
function periodsOf(company: SoonDue, now: number): string[] {
  const last = dayAfter(today(company.timezone, now), invoiceDaysAhead);
  const days: string[] = [];
  for (let count = 0; ; count++) {
    const day = dueAfter(company, count);
    if (day > last) return days.slice(-mostPeriods);
    days.push(day);
  }
}

const dayAfter = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString();
