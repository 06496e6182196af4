import type { Control, ControlTx, CompanyDb } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { sql } from "drizzle-orm";
import { isOverdue, today } from "./companies.ts";
import type { Company } from "./table.ts";

/** The company of the box's owner, which never falls due. rules.md#subscription */
export const ownersCompany = 1;

/** The most days of grace after a due date. */
export const maxGraceDays = 60;

/** The reason that stops a company. */
export type StopReason = "blocked" | "overdue";

type Subscription = Pick<Company, "id" | "status" | "dueDate" | "timezone">;

/** The reason that stops a company now; undefined when it may work. rules.md#subscription */
export function stoppedBecause(control: Control, company: Subscription): StopReason | undefined {
  return reasonOf(company, () => graceDays(control), control.now());
}

/** The same for an open database: bots, campaigns and schedules wait meanwhile. */
export function isStopped(db: CompanyDb): boolean {
  const { graceDays, ...about } = db.about();
  return reasonOf({ ...about, id: db.company }, () => graceDays, db.now()) !== undefined;
}

/**
 * Throws where a company may not work: forbidden when it is blocked, overdue when its subscription
 * ran out. rules.md#subscription
 */
export function refuseStopped(control: Control, company: Subscription) {
  const reason = stoppedBecause(control, company);
  if (reason) throw stopFault(control, reason, company);
}

/** Sets the reader of a box's contact, which its owner gave; null without one. */
export const setContact = (control: Control, contact: () => string | null) =>
  contacts.set(control, contact);

/** The contact for support in Portuguese texts. */
export function supportOf(control: Control): string {
  const contact = contacts.get(control)?.();
  return contact ? `o Suporte (${contact})` : "o Suporte";
}

const contacts = new WeakMap<Control, () => string | null>();

export function stopFault(
  control: Control,
  reason: StopReason,
  { dueDate }: Pick<Company, "dueDate">,
): Fault {
  if (reason === "blocked")
    return new Fault("forbidden", "ERR_COMPANY_BLOCKED", {
      message: `O acesso da sua empresa está bloqueado. Entre em contato com ${supportOf(control)}`,
    });
  const date = dueDate!.split("-").reverse().join("/");
  return new Fault("overdue", "ERR_SUBSCRIPTION_EXPIRED", {
    message: `Opss! Sua assinatura venceu ${date}. Entre em contato com ${supportOf(control)} para mais informações!`,
    details: { dueDate },
  });
}

/** The number of days that a company works on after its due date. */
export const graceDays = ({ sqlite }: Control): number =>
  graceOf(sqlite.query("SELECT value FROM instance WHERE key = 'graceDays'").get() as GraceRow);

/** The same within a write. */
export const graceIn = (tx: ControlTx): number =>
  graceOf(tx.all<{ value: string }>(sql`SELECT value FROM instance WHERE key = 'graceDays'`)[0]);

/** The last day on which a company works with this due date. */
export const lastDay = (dueDate: string, grace: number): string =>
  Temporal.PlainDate.from(dueDate).add({ days: grace }).toString();

type GraceRow = { value: string } | null | undefined;
const graceOf = (row: GraceRow) => Number(row?.value ?? 0);

export function setGraceDays(tx: ControlTx, days: number) {
  tx.run(
    sql`INSERT INTO instance VALUES ('graceDays', ${String(days)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
}

function reasonOf(company: Subscription, grace: () => number, now: number): StopReason | undefined {
  if (!company.status) return "blocked";
  if (company.id === ownersCompany || !isOverdue(company, now)) return undefined;
  const last = lastDay(company.dueDate!, grace());
  return today(company.timezone, now) > last ? "overdue" : undefined;
}
