import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { bounded } from "../../kit/fields.ts";
import { prepared, type Control, type ControlTx, type Store } from "../../kit/store.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/table.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { companies, plans, type Company } from "./table.ts";

const withPlan = prepared((db) =>
  db.select().from(companies).innerJoin(plans, eq(plans.id, companies.planId)).where(eq(companies.id, sql.placeholder("id"))).prepare(),
);

export const find = (control: Control, id: number) => withPlan(control).get({ id });

/** A new company on the first plan, which is created if there is none. Throws a conflict on a taken name. */
export function create(tx: ControlTx, name: string, now: number): Company {
  const plan = tx.select().from(plans).limit(1).get() ?? tx.insert(plans).values({ name: "Completo", ...insertTimestamps(now) }).returning().get();
  return tx.insert(companies).values({ name, planId: plan.id, ...insertTimestamps(now) }).returning().get();
}

/** Renames the first company; undefined when there is none yet. */
export const rename = (tx: ControlTx, name: string, now: number): Company | undefined =>
  tx.update(companies).set({ name, updatedAt: new Date(now) }).where(eq(companies.id, sql`(SELECT min(id) FROM companies)`)).returning().get();

/** What a company's own users see of it. */
export type OwnCompany = { id: number; name: string; timezone: string };

export const companyBody = z.object({ timezone: bounded(60).refine(isZone, "invalid").optional() });

export function ownCompany(store: Store): OwnCompany {
  const { name, timezone } = store.about();
  return { id: store.company, name, timezone };
}

/** Changes the company's time zone. Only the owner of the box changes its name. */
export function update(store: Store, control: Control, { timezone }: z.infer<typeof companyBody>, by: number): OwnCompany {
  const before = ownCompany(store);
  if (timezone === undefined || timezone === before.timezone) return before;
  const after = { ...before, timezone };
  return store.write((tx) => {
    addAuditEntry(tx, { userId: by, action: "settingChanged", subject: "setting timezone", details: { from: before.timezone, to: timezone } });
    tx.emit("company", "update", { company: after }, { to: "everyone" });
    // Last, since it commits in another file: if it fails, nothing of this stays.
    control.write((tx) => {
      tx.update(companies).set({ timezone, ...updateTimestamps(control.now()) }).where(eq(companies.id, store.company)).run();
    });
    return after;
  });
}

/** Remembers that a company has connections to start when the box starts. */
export function markLinked(control: Control, id: number) {
  control.write((tx) => {
    tx.update(companies).set({ linked: true }).where(eq(companies.id, id)).run();
  });
}

/** Companies with connections to start when the box starts. */
export const linkedCompanies = (control: Control) => control.db.select({ id: companies.id }).from(companies).where(eq(companies.linked, true)).all();

/** Whether the subscription has run out, in the company's time zone. rules.md#subscription */
export function isOverdue(company: Company, now: number): boolean {
  return company.dueDate !== null && today(company.timezone, now) > company.dueDate;
}

/** The calendar day of an instant (ms), as YYYY-MM-DD. */
export const today = (timezone: string, now: number) => dayFormat(timezone).format(now);

const days = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timezone: string) {
  const known = days.get(timezone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
  days.set(timezone, known);
  return known;
}

// Only a zone's full name: an offset knows no daylight saving time.
function isZone(text: string): boolean {
  try {
    return /^[A-Z]/.test(text) && Temporal.Now.zonedDateTimeISO(text).timeZoneId === text;
  } catch {
    return false;
  }
}
