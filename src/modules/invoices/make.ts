import { and, eq, lte, sql } from "drizzle-orm";
import type { SendTransient } from "../../kit/audience.ts";
import { prepared, type Control } from "../../kit/store.ts";
import { invoiceDaysAhead } from "../../shared/invoices.ts";
import { today } from "../companies/companies.ts";
import { dueAfter } from "../companies/due-date.ts";
import { ownersCompany } from "../companies/standing.ts";
import { companies } from "../companies/table.ts";

/**
 * The most periods of one company that are made at once: a due date that was typed wrong may lie
 * centuries back.
 */
const mostPeriods = 60;

// Whose next period begins soon enough anywhere on earth; the day itself is looked at by time zone.
const soonDue = prepared((db) =>
  db
    .select({
      id: companies.id,
      dueDate: sql<string>`${companies.dueDate}`,
      dueDay: companies.dueDay,
      recurrence: companies.recurrence,
      timezone: companies.timezone,
    })
    .from(companies)
    .where(and(lte(companies.dueDate, sql.placeholder("horizon")), eq(companies.status, true)))
    .prepare(),
);
type SoonDue = ReturnType<ReturnType<typeof soonDue>["all"]>[number];

type Period = { companyId: number; dueDate: string };

/**
 * Makes the invoices of all periods that begin within `invoiceDaysAhead` days, however long nobody
 * looked, and each once. Returns which it made. rules.md#invoices
 */
export function makeInvoices(control: Control): Period[] {
  const now = control.now();
  const horizon = dayAfter(new Date(now).toISOString().slice(0, 10), invoiceDaysAhead + 1);
  const periods = JSON.stringify(
    soonDue(control)
      .all({ horizon })
      .flatMap((company) => periodsOf(company, now).map((dueDate) => [company.id, dueDate])),
  );
  // At the plan's price now. Nothing is owed for a plan without one.
  const unmade = sql`SELECT companies.id AS companyId, period.value ->> 1 AS dueDate, plans.name, plans.value, plans.users, plans.connections, plans.queues, ${now}, ${now}
    FROM json_each(${periods}) AS period CROSS JOIN companies ON companies.id = period.value ->> 0 CROSS JOIN plans ON plans.id = companies.planId
    WHERE plans.value > 0 AND NOT EXISTS (SELECT 1 FROM invoices WHERE invoices.companyId = companies.id AND invoices.dueDate = period.value ->> 1)`;
  if (control.db.values(sql`${unmade} LIMIT 1`).length === 0) return [];
  return control.write((tx) =>
    tx.all<Period>(
      sql`INSERT INTO invoices (companyId, dueDate, detail, value, users, connections, queues, createdAt, updatedAt) ${unmade} RETURNING companyId, dueDate`,
    ),
  );
}

/** Makes what is to be made, and tells the companies' admins, and the owner of the box. */
export function runInvoices(control: Control, sendTransient: SendTransient) {
  const made = makeInvoices(control).map(({ companyId }) => companyId);
  for (const companyId of new Set(made.length > 0 ? [...made, ownersCompany] : []))
    sendTransient(companyId, { event: "invoice", action: "reload" }, { to: "admins" });
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
