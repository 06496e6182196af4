import { and, eq, sql } from "drizzle-orm";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { planFlags, type Plan } from "../../shared/plan.ts";
import { companies, plans, type Company } from "./table.ts";

const withPlan = query((db) =>
  db
    .select()
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, sql.placeholder("id"))),
);

export const find = (control: Control, id: number) => withPlan(control).get({ id });

/** The modules that a company may use. Campaigns need the company's own permission too. */
export function flagsOf(control: Control, id: number): Plan {
  const { companies: company, plans: plan } = find(control, id)!;
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, plan[flag]])) as Plan;
  return { ...flags, useCampaigns: plan.useCampaigns && company.campaignsEnabled };
}

/**
 * A new company on the first plan, which is created if there is none. Throws a conflict on a taken
 * name.
 */
export function create(tx: ControlTx, name: string, now: number): Company {
  const plan =
    tx.select().from(plans).limit(1).get() ??
    tx
      .insert(plans)
      .values({ name: "Completo", ...insertTimestamps(now) })
      .returning()
      .get();
  return tx
    .insert(companies)
    .values({ name, planId: plan.id, ...insertTimestamps(now) })
    .returning()
    .get();
}

/** Renames the first company; undefined when there is none yet. */
export const rename = (tx: ControlTx, name: string, now: number): Company | undefined =>
  tx
    .update(companies)
    .set({ name, updatedAt: new Date(now) })
    .where(eq(companies.id, sql`(SELECT min(id) FROM companies)`))
    .returning()
    .get();

/** Marks a company whose connections start with the box. */
export function markLinked(control: Control, id: number) {
  control.write((tx) => {
    tx.update(companies).set({ linked: true }).where(eq(companies.id, id)).run();
  });
}

/** Companies whose connections start with the box. */
export const linkedCompanies = (control: Control) =>
  control
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.linked, true), eq(companies.status, true)))
    .all();

/** Whether the due date has passed, in the company's time zone. rules.md#subscription */
export function isOverdue(
  { dueDate, timezone }: Pick<Company, "dueDate" | "timezone">,
  now: number,
): boolean {
  return dueDate !== null && today(timezone, now) > dueDate;
}

/** The calendar day of an instant (ms), as YYYY-MM-DD. */
export const today = (timezone: string, now: number) => dayFormat(timezone).format(now);

const days = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timezone: string) {
  const format = days.get(timezone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
  days.set(timezone, format);
  return format;
}

/** Whether the text is a zone's full name: an offset has no daylight saving time. */
export function isZone(text: string): boolean {
  try {
    return /^[A-Z]/.test(text) && Temporal.Now.zonedDateTimeISO(text).timeZoneId === text;
  } catch {
    return false;
  }
}
