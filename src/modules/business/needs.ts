import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Control } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";
import { trialEndsSoonDays } from "../../shared/business.ts";
import { graceDays, ownersCompany } from "../companies/standing.ts";
import { companies, plans } from "../companies/table.ts";
import { isOwed, restCents, surplusCents } from "../invoices/sums.ts";
import { invoices } from "../invoices/table.ts";
import { businessDay, dayAfter, stateOf } from "./state.ts";
import { companyUsage, type Need } from "./table.ts";

/** The most needs of each kind. */
const most = 25;

/** A doubled payment is shown for so many ms. */
const paidTwiceShown = 30 * 86_400_000;

/** The work that waits for the owner of the box, the most urgent first. rules.md#business */
export const needs = (control: Control): Need[] => [
  ...overdue(control),
  ...paidTwice(control),
  ...trialsThatEnd(control),
  ...atLimit(control),
];

const who = {
  companyId: companies.id,
  companyName: companies.name,
  phone: companies.phone,
};

/** Companies whose days of grace run. */
function overdue(control: Control): Need[] {
  const day = businessDay(control);
  const grace = graceDays(control);
  const owed = sql`(SELECT coalesce(sum(max(0, ${restCents})), 0) FROM invoices WHERE invoices.companyId = companies.id AND ${isOwed} AND invoices.dueDate < ${day})`;
  return control
    .select({ ...who, dueDate: sql<string>`${companies.dueDate}`, value: owed.mapWith(amountOf) })
    .from(companies)
    .where(sql`${stateOf(control)} = 'overdue'`)
    .orderBy(asc(companies.dueDate))
    .limit(most)
    .all()
    .map(({ dueDate, ...row }) => {
      const days = daysBetween(dueDate, day);
      return { kind: "overdue", ...row, days, stopsIn: grace - days + 1 };
    });
}

function paidTwice(control: Control): Need[] {
  const since = new Date(control.now() - paidTwiceShown);
  return control
    .select({
      ...who,
      invoiceId: invoices.id,
      value: sql`${surplusCents}`.mapWith(amountOf),
      paidAt: sql<Date>`${invoices.updatedAt}`.mapWith(invoices.updatedAt),
    })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(and(eq(invoices.status, "paid"), gte(invoices.paidAt, since), sql`${surplusCents} > 0`))
    .orderBy(desc(invoices.updatedAt))
    .limit(most)
    .all()
    .map((row) => ({ kind: "paidTwice", ...row }));
}

function trialsThatEnd(control: Control): Need[] {
  const until = dayAfter(businessDay(control), trialEndsSoonDays);
  return control
    .select({
      ...who,
      dueDate: sql<string>`${companies.dueDate}`,
      users: companyUsage.users,
      tickets: companyUsage.tickets,
    })
    .from(companies)
    .leftJoin(companyUsage, eq(companyUsage.companyId, companies.id))
    .where(and(sql`${stateOf(control)} = 'trial'`, lt(companies.dueDate, dayAfter(until, 1))))
    .orderBy(asc(companies.dueDate))
    .limit(most)
    .all()
    .map((row) => ({ kind: "trial", ...row }));
}

function atLimit(control: Control): Need[] {
  const isFull = (what: "users" | "connections") =>
    sql`(${plans[what]} > 0 AND ${companyUsage[what]} >= ${plans[what]})`;
  return control
    .select({
      ...who,
      planName: plans.name,
      limits: { users: plans.users, connections: plans.connections },
      used: { users: companyUsage.users, connections: companyUsage.connections },
    })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .innerJoin(companyUsage, eq(companyUsage.companyId, companies.id))
    .where(
      sql`companies.id <> ${ownersCompany} AND ${stateOf(control)} <> 'stopped' AND (${isFull("users")} OR ${isFull("connections")})`,
    )
    .orderBy(asc(companies.name))
    .limit(most)
    .all()
    .map(({ limits, used, ...row }) => {
      const what =
        limits.users > 0 && used.users >= limits.users
          ? ("users" as const)
          : ("connections" as const);
      return { kind: "limit", ...row, what, used: used[what], limit: limits[what] };
    });
}

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: "day" }).days;
