import { and, asc, eq, gte, inArray, ne, sql, type SQL } from "drizzle-orm";
import type { ControlTx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { invoiceDaysAhead } from "../../shared/invoices.ts";
import { today } from "../companies/companies.ts";
import { dueAfter } from "../companies/due-date.ts";
import { companies, type Company } from "../companies/table.ts";
import { monthsOf } from "./make.ts";
import { settle, spendCredit } from "./settle.ts";
import { isOwed, restCents } from "./sums.ts";
import { invoices } from "./table.ts";

/**
 * Has the open invoices of a plan's companies follow its price. Returns the companies whose invoices
 * changed. rules.md#invoices
 */
export const followPlan = (tx: ControlTx, planId: number, now: number): number[] =>
  followPrice(tx, sql`companies.planId = ${planId}`, now);

/**
 * Makes a company's open invoices follow its plan, its recurrence and its due date, after the owner
 * of the box changed them. An invoice keeps its number and moves with its period; surplus invoices
 * are void. Returns the company, where its invoices may have changed. rules.md#invoices
 */
export function followCompany(tx: ControlTx, before: Company, now: number): number[] {
  const { id } = before;
  const after = tx.select().from(companies).where(eq(companies.id, id)).get()!;
  const { dueDate, recurrence } = after;
  const isMoved = dueDate !== before.dueDate || recurrence !== before.recurrence;
  if (!isMoved && after.planId === before.planId) return [];
  if (isMoved && dueDate !== null) moveInvoices(tx, before, { ...after, dueDate }, now);
  followPrice(tx, sql`companies.id = ${id}`, now);
  spendCredit(tx, id, now);
  return [id];
}

function moveInvoices(
  tx: ControlTx,
  before: Company,
  after: Company & { dueDate: string },
  now: number,
) {
  const { id: companyId, dueDate } = after;
  const last = Temporal.PlainDate.from(today(after.timezone, now))
    .add({ days: invoiceDaysAhead })
    .toString();
  // The owner's new due date decides which periods are to be paid.
  tx.update(invoices)
    .set({ forPeriod: false })
    .where(
      and(
        eq(invoices.companyId, companyId),
        ne(invoices.status, "open"),
        eq(invoices.forPeriod, true),
        gte(invoices.dueDate, dueDate),
      ),
    )
    .run();
  const open = tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.companyId, companyId),
        eq(invoices.status, "open"),
        eq(invoices.forPeriod, true),
      ),
    )
    .orderBy(asc(invoices.dueDate))
    .all()
    // A period that ended before the new due date is covered.
    .filter((each) => dueAfter({ ...before, dueDate: each.dueDate }, 1) > dueDate);
  if (open.length === 0) return;
  const days = open.map(({ id }, count) => ({ id, day: dueAfter(after, count) }));
  const leftOver = days.filter(({ day }, count) => count > 0 && day > last);
  const moved = days.slice(0, days.length - leftOver.length);
  // Free all days first, so that no two invoices are on one day in between.
  const values = { forPeriod: false, ...updateTimestamps(now) };
  const all = days.map(({ id }) => id);
  tx.update(invoices).set(values).where(inArray(invoices.id, all)).run();
  tx.run(sql`UPDATE invoices SET forPeriod = 1, dueDate = moved.value ->> 'day'
    FROM json_each(${JSON.stringify(moved)}) AS moved WHERE invoices.id = moved.value ->> 'id'`);
  tx.update(invoices)
    .set({ status: "void", credited: "0.00" })
    .where(
      inArray(
        invoices.id,
        leftOver.map(({ id }) => id),
      ),
    )
    .run();
}

/** At the plan's price now, less the discount. Nothing is owed for a plan without a price. */
function followPrice(tx: ControlTx, whose: SQL, now: number): number[] {
  const open = sql`FROM companies JOIN plans ON plans.id = companies.planId
    WHERE invoices.companyId = companies.id AND invoices.lines IS NULL AND ${whose} AND ${isOwed}`;
  const voided = tx.all<{ companyId: number }>(
    sql`UPDATE invoices SET status = 'void', forPeriod = 0, credited = 0, updatedAt = ${now} ${open} AND plans.value = 0 RETURNING companyId`,
  );
  const followed = tx.all<{ id: number; companyId: number }>(sql`UPDATE invoices SET
    detail = plans.name, users = plans.users, connections = plans.connections, queues = plans.queues,
    months = ${monthsOf}, value = max(1, plans.value * ${monthsOf} - invoices.discount), updatedAt = ${now}
    ${open} AND plans.value > 0
      AND (invoices.detail, invoices.users, invoices.connections, invoices.queues, invoices.months, invoices.value)
        IS NOT (plans.name, plans.users, plans.connections, plans.queues, ${monthsOf}, max(1, plans.value * ${monthsOf} - invoices.discount))
    RETURNING id, companyId`);
  const enough = tx
    .select({ id: invoices.id, companyId: invoices.companyId })
    .from(invoices)
    .where(
      and(
        inArray(
          invoices.id,
          followed.map(({ id }) => id),
        ),
        sql`${restCents} <= 0`,
      ),
    )
    .all();
  for (const each of enough) settle(tx, each, now);
  return [...voided, ...followed].map(({ companyId }) => companyId);
}
