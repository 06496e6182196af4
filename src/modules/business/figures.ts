import { and, asc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { Control } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";
import { companyStates, type CompanyState, trialEndsSoonDays } from "../../shared/business.ts";
import { companies, plans } from "../companies/table.ts";
import { isOwed, restCents } from "../invoices/sums.ts";
import { invoicePayments, invoices } from "../invoices/table.ts";
import { needs } from "./needs.ts";
import { businessDay, dayAfter, monthAfter, monthStart, planCents, stateOf } from "./state.ts";
import { businessMonths, type BusinessFigures, type BusinessPlan, type Sum } from "./table.ts";

/** The months that the chart of received money shows. */
const monthsBack = 11;

/** The business in figures, up to now. rules.md#business */
export function figures(control: Control): BusinessFigures {
  const day = businessDay(control);
  const month = day.slice(0, 7);
  const counts = countsByPlan(control);
  const months = receivedByMonth(control, month);
  return {
    month,
    companies: counts.reduce((sum, { count }) => sum + count, 0),
    received: { value: months.at(-1)!.value, invoiced: invoicedIn(control, month) },
    owed: owedSum(control),
    overdue: owedSum(control, day),
    recurring: {
      value: amountOf(recurringCents(control)),
      since: recurringIn(control, monthAfter(month, -1)),
    },
    trials: { companies: totalOf(counts, "trial"), endSoon: trialsUntil(control, day) },
    months,
    states: Object.fromEntries(
      companyStates.map((state) => [state, totalOf(counts, state)]),
    ) as Record<CompanyState, number>,
    plans: plansOf(control, counts),
    needs: needs(control),
  };
}

/**
 * The worth of the paying companies a month, in cents: a longer period counts by its months.
 * Trials and stopped companies are worth nothing yet.
 */
export const recurringCents = (control: Control): number =>
  control
    .select({ cents: sql<number>`coalesce(sum(${planCents}), 0)` })
    .from(companies)
    .where(pays(control))
    .get()!.cents;

const pays = (control: Control) => sql`${stateOf(control)} IN ('ok', 'overdue')`;

type Count = { planId: number; state: CompanyState; count: number; cents: number };

const countsByPlan = (control: Control): Count[] =>
  control
    .select({
      planId: companies.planId,
      state: stateOf(control).as("state"),
      count: sql<number>`count(*)`,
      cents: sql<number>`coalesce(sum(${planCents}), 0)`,
    })
    .from(companies)
    .groupBy(companies.planId, sql`state`)
    .all();

const totalOf = (counts: Count[], state: CompanyState) =>
  counts.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0);

function plansOf(control: Control, counts: Count[]): BusinessPlan[] {
  return control
    .select({ id: plans.id, name: plans.name, value: plans.value })
    .from(plans)
    .orderBy(asc(plans.value), asc(plans.name))
    .limit(500)
    .all()
    .map((plan) => {
      const own = counts.filter(({ planId }) => planId === plan.id);
      const cents = own.reduce(
        (sum, { state, cents }) => sum + (state === "ok" || state === "overdue" ? cents : 0),
        0,
      );
      const states = Object.fromEntries(
        companyStates.map((state) => [state, totalOf(own, state)]),
      ) as Record<CompanyState, number>;
      return { ...plan, ...states, recurring: amountOf(cents) };
    });
}

/** The money that came in each of the last months, the running one last. */
function receivedByMonth(control: Control, month: string): BusinessFigures["months"] {
  return Array.from({ length: monthsBack + 1 }, (_, count) => {
    const each = monthAfter(month, count - monthsBack);
    const [from, to] = [monthStart(each), monthStart(monthAfter(each, 1))];
    const { cents } = control
      .select({ cents: sql<number>`coalesce(sum(${invoicePayments.value}), 0)` })
      .from(invoicePayments)
      .where(
        and(
          eq(invoicePayments.elsewhere, false),
          gte(invoicePayments.paidAt, new Date(from)),
          lt(invoicePayments.paidAt, new Date(to)),
        ),
      )
      .get()!;
    return { month: each, value: amountOf(cents) };
  });
}

const invoicedIn = (control: Control, month: string): string =>
  control
    .select({ value: sql`coalesce(sum(${invoices.value}), 0)`.mapWith(amountOf) })
    .from(invoices)
    .where(
      and(
        ne(invoices.status, "void"),
        gte(invoices.dueDate, `${month}-01`),
        lt(invoices.dueDate, `${monthAfter(month, 1)}-01`),
      ),
    )
    .get()!.value;

/** All that is owed; with a day, all that was due before it. */
const owedSum = (control: Control, before?: string): Sum =>
  control
    .select({
      value: sql`coalesce(sum(max(0, ${restCents})), 0)`.mapWith(amountOf),
      invoices: sql<number>`count(*)`,
      companies: sql<number>`count(DISTINCT ${invoices.companyId})`,
    })
    .from(invoices)
    .where(and(isOwed, before === undefined ? undefined : lt(invoices.dueDate, before)))
    .get()!;

function recurringIn(control: Control, month: string): string | null {
  const row = control
    .select({ recurring: businessMonths.recurring })
    .from(businessMonths)
    .where(eq(businessMonths.month, month))
    .get();
  return row?.recurring ?? null;
}

const trialsUntil = (control: Control, day: string): number =>
  control
    .select({ count: sql<number>`count(*)` })
    .from(companies)
    .where(
      sql`${stateOf(control)} = 'trial' AND companies.dueDate <= ${dayAfter(day, trialEndsSoonDays)}`,
    )
    .get()!.count;
