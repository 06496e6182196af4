import { eq, sql } from "drizzle-orm";
import { prepared, type Control, type Tx } from "../../kit/store.ts";
import { born } from "../../kit/table.ts";
import { companies, plans, type Company } from "./table.ts";

const withPlan = prepared((db) =>
  db.select().from(companies).innerJoin(plans, eq(plans.id, companies.planId)).where(eq(companies.id, sql.placeholder("id"))).prepare(),
);

/** A company and its plan; undefined where there is none. */
export const find = (control: Control, id: number) => withPlan(control).get({ id });

/** A new company on the first plan, which is made when there is none. Throws a conflict on a taken name. */
export function create(tx: Tx, name: string, now: number): Company {
  const plan = tx.select().from(plans).limit(1).get() ?? tx.insert(plans).values({ name: "Completo", ...born(now) }).returning().get();
  return tx.insert(companies).values({ name, planId: plan.id, ...born(now) }).returning().get();
}

/** Gives the first company another name; undefined when there is none yet. */
export const rename = (tx: Tx, name: string, now: number): Company | undefined =>
  tx.update(companies).set({ name, updatedAt: new Date(now) }).where(eq(companies.id, sql`(SELECT min(id) FROM companies)`)).returning().get();

/** Remembers that a company has connections to bring up when the box starts. */
export function link(control: Control, id: number) {
  control.write((tx) => {
    tx.update(companies).set({ linked: true }).where(eq(companies.id, id)).run();
  });
}

/** Companies to bring up when the box starts. */
export const linked = (control: Control) => control.db.select({ id: companies.id }).from(companies).where(eq(companies.linked, true)).all();

/** Whether the subscription has run out: the due day itself still counts, in the company's time zone. doc 1 §5 */
export function overdue(company: Company, now: number): boolean {
  return company.dueDate !== null && today(company.timezone, now) > company.dueDate;
}

/** The calendar day of an instant (ms), as YYYY-MM-DD. */
export const today = (timezone: string, now: number) => dayIn(timezone).format(now);

const days = new Map<string, Intl.DateTimeFormat>();

function dayIn(timezone: string) {
  const known = days.get(timezone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
  days.set(timezone, known);
  return known;
}
