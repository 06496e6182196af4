import { statSync } from "node:fs";
import { join } from "node:path";
import { lt, notInArray, sql } from "drizzle-orm";
import { log, trace } from "../../kit/process/log.ts";
import type { CompanyDb, Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { amountOf } from "../../shared/money.ts";
import { companies } from "../companies/table.ts";
import { usedOf } from "../companies/limits.ts";
import { isOnline } from "../users/online.ts";
import { recurringCents } from "./figures.ts";
import { businessDay } from "./state.ts";
import { businessMonths, companyUsage, type CompanyUsage } from "./table.ts";

/** How long (ms) a count is good. */
const goodFor = 10 * 60_000;

/** Tickets count that began within so many ms. */
const ticketsWithin = 30 * 86_400_000;

/** The most closed companies that one run opens. */
const mostOpened = 3;

/**
 * Counts what each company uses, and what the month is worth. A closed company has no news, so it is
 * opened only for its first count. rules.md#business
 */
export function countUsage(dbs: CompanyDbs) {
  const { control } = dbs;
  const old = new Date(control.now() - goodFor);
  const fresh = new Set(
    control
      .select({ id: companyUsage.companyId })
      .from(companyUsage)
      .where(sql`NOT ${lt(companyUsage.countedAt, old)}`)
      .all()
      .map(({ id }) => id),
  );
  dbs.each("usage", (db) => fresh.has(db.company) || keep(dbs, db));
  for (const id of uncounted(control)) countClosed(dbs, id);
  keepMonth(control);
}

function countClosed(dbs: CompanyDbs, id: number) {
  try {
    keep(dbs, dbs.open(id));
  } catch (thrown) {
    log("error", "usage", { company: id, ...trace(thrown) });
    dbs.checkDamage(thrown, id);
  }
}

/** Companies without a count. One that cannot be opened waits until it is back. */
const uncounted = (control: Control) =>
  control
    .select({ id: companies.id })
    .from(companies)
    .where(
      notInArray(companies.id, control.select({ id: companyUsage.companyId }).from(companyUsage)),
    )
    .limit(mostOpened)
    .all()
    .map(({ id }) => id);

function keep(dbs: CompanyDbs, db: CompanyDb) {
  const row = usageOf(db, dbs.folder);
  const { companyId: _, ...set } = row;
  dbs.control.write((tx) => {
    tx.insert(companyUsage)
      .values(row)
      .onConflictDoUpdate({ target: companyUsage.companyId, set })
      .run();
  });
}

function usageOf(db: CompanyDb, folder: string): CompanyUsage {
  const now = db.now();
  const since = now - ticketsWithin;
  const one = <Row>(text: string, ...values: number[]) =>
    db.sqlite.query(text).get(...values) as Row;
  const { tickets } = one<{ tickets: number }>(
    "SELECT count(*) AS tickets FROM tickets WHERE updatedAt >= ? AND createdAt >= ?",
    since,
    since,
  );
  const { media } = one<{ media: number }>("SELECT coalesce(sum(size), 0) AS media FROM media");
  const file = join(folder, "companies", `${db.company}.sqlite`);
  return {
    companyId: db.company,
    users: usedOf(db, "users"),
    connections: usedOf(db, "connections"),
    tickets,
    bytes: media + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    lastUsedAt: lastUsedAt(db, now),
    countedAt: new Date(now),
  };
}

function lastUsedAt(db: CompanyDb, now: number): Date | null {
  const people = db.sqlite.query("SELECT id, lastSeenAt FROM users").all() as {
    id: number;
    lastSeenAt: number | null;
  }[];
  if (people.some(({ id }) => isOnline(db, id))) return new Date(now);
  const last = Math.max(0, ...people.map(({ lastSeenAt }) => lastSeenAt ?? 0));
  return last > 0 ? new Date(last) : null;
}

function keepMonth(control: Control) {
  const month = businessDay(control).slice(0, 7);
  const recurring = amountOf(recurringCents(control));
  const before = control.sqlite
    .query("SELECT recurring FROM businessMonths WHERE month = ?")
    .get(month) as { recurring: number } | null;
  if (before && amountOf(before.recurring) === recurring) return;
  const values = { recurring, ...updateTimestamps(control.now()) };
  control.write((tx) => {
    tx.insert(businessMonths)
      .values({ month, ...values })
      .onConflictDoUpdate({ target: businessMonths.month, set: values })
      .run();
  });
}
