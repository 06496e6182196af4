import { sql, type SQL } from "drizzle-orm";
import type { Control } from "../../kit/db/company-db.ts";
import type { NoticeKind } from "../../shared/billing-notices.ts";
import { businessDay, businessZone, dayAfter, stateOf } from "../business/state.ts";
import { graceDays, ownersCompany } from "../companies/standing.ts";
import { isOwed, restCents, surplusCents } from "../invoices/sums.ts";
import type { readSettings } from "./settings.ts";

/** A notice that nobody has got yet. `cents`: the amount that it names. */
export type Candidate = {
  kind: NoticeKind;
  about: string;
  companyId: number;
  invoiceId: number | null;
  company: string;
  email: string | null;
  phone: string | null;
  plan: string;
  cents: number;
  day: string;
};

/** The hour of the day from which notices leave; only payments are confirmed at once. */
const firstHour = 9;

/** The most notices of one kind in a run. */
const most = 50;

/** The notices that are due now, each once for an invoice or a due date. rules.md#billing-notices */
export function candidates(
  control: Control,
  { since, days }: Pick<ReturnType<typeof readSettings>, "since" | "days">,
): Candidate[] {
  const now = Temporal.Instant.fromEpochMilliseconds(control.now()).toZonedDateTimeISO(
    businessZone,
  );
  const [today, last] = [businessDay(control), dayAfter(businessDay(control), days)];
  const midnight = now.startOfDay().epochMilliseconds;
  const [from, fromDay] = [since.getTime(), dayOf(since)];
  const isTrial = sql`${stateOf(control)} = 'trial'`;
  const isOlder = sql`${isOwed} AND companies.status = 1 AND invoices.createdAt < ${midnight}`;
  const payments: Found[] = [
    ofInvoices(
      "paid",
      sql`invoices.status = 'paid' AND invoices.paidAt >= ${from}`,
      sql`invoices.value`,
    ),
    ofInvoices(
      "paidTwice",
      sql`invoices.status = 'paid' AND ${surplusCents} > 0 AND (SELECT max(createdAt) FROM invoicePayments WHERE invoiceId = invoices.id) >= ${from}`,
      surplusCents,
    ),
  ];
  const daily: Found[] = [
    ofInvoices(
      "created",
      sql`${isOwed} AND companies.status = 1 AND invoices.createdAt >= ${from} AND invoices.dueDate >= ${today} AND NOT ${isTrial}`,
    ),
    ofInvoices(
      "dueSoon",
      sql`${isOlder} AND invoices.dueDate > ${today} AND invoices.dueDate <= ${last} AND NOT ${isTrial}`,
    ),
    ofInvoices("dueToday", sql`${isOlder} AND invoices.dueDate = ${today}`),
    ofInvoices(
      "overdue",
      sql`${isOlder} AND invoices.dueDate < ${today} AND invoices.dueDate >= ${fromDay}`,
    ),
    ofCompanies(
      "trialEnds",
      sql`${isTrial} AND companies.dueDate > ${today} AND companies.dueDate <= ${last}`,
    ),
    ofCompanies(
      "blocked",
      sql`companies.status = 1 AND ${stateOf(control)} = 'stopped' AND companies.dueDate >= ${dayAfter(fromDay, -graceDays(control))}`,
    ),
  ];
  return [...payments, ...(now.hour >= firstHour ? daily : [])].flatMap((query) =>
    control.all<Candidate>(query),
  );
}

type Found = SQL;

const dayOf = (at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(businessZone)
    .toPlainDate()
    .toString();

// A company without an address of its own is written to at its first admin's.
const receiver = sql`companies.name AS company, companies.phone, coalesce(companies.email, (
  SELECT email FROM identities WHERE identities.companyId = companies.id ORDER BY id LIMIT 1
)) AS email`;

const isNew = (kind: NoticeKind, about: SQL) => sql`NOT EXISTS (
  SELECT 1 FROM billingNotices AS notice
  WHERE notice.companyId = companies.id AND notice.kind = ${kind} AND notice.about = ${about}
)`;

function ofInvoices(kind: NoticeKind, where: SQL, cents: SQL = restCents): Found {
  const about = sql`'invoice ' || invoices.id`;
  return sql`SELECT ${kind} AS kind, ${about} AS about, companies.id AS companyId, invoices.id AS invoiceId,
      ${receiver}, invoices.detail AS plan, ${cents} AS cents, invoices.dueDate AS day
    FROM invoices JOIN companies ON companies.id = invoices.companyId
    WHERE companies.id <> ${ownersCompany} AND ${where} AND ${isNew(kind, about)}
    ORDER BY invoices.id LIMIT ${most}`;
}

function ofCompanies(kind: NoticeKind, where: SQL): Found {
  const about = sql`'due ' || companies.dueDate`;
  return sql`SELECT ${kind} AS kind, ${about} AS about, companies.id AS companyId, NULL AS invoiceId,
      ${receiver}, plans.name AS plan, plans.value AS cents, companies.dueDate AS day
    FROM companies JOIN plans ON plans.id = companies.planId
    WHERE companies.id <> ${ownersCompany} AND ${where} AND ${isNew(kind, about)}
    ORDER BY companies.id LIMIT ${most}`;
}
