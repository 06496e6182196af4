import { and, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { dayBounds } from "../../kit/process/clock.ts";
import { date, listQuery } from "../../kit/http/fields.ts";
import { matching, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { auditActions, type AuditAction } from "../../shared/audit.ts";
import { audit } from "./table.ts";

/** Entries older than this (ms) are deleted. */
export const retention = 400 * 86_400_000;

/** A refusal that repeats within so many ms is recorded once. */
const repeatWindow = 60_000;

const pageSize = 50;

type NewAuditEntry = {
  userId: number | null;
  /** The actor's name when the actor is no user of the company. */ userName?: string;
  action: AuditAction;
  /** The object of the action: `user 7 Ana`. */ subject: string;
  /** No secrets, and nothing of a customer who may ask to be erased. */ details?: Record<
    string,
    unknown
  >;
  address?: string;
};

/** The actor of an entry: a user, or a program by the name of its token. */
export type Actor = Pick<Me, "id" | "program">;

export const actor = ({ id, program }: Actor): Pick<NewAuditEntry, "userId" | "userName"> =>
  program ? { userId: null, userName: program.name } : { userId: id };

/** Writes an audit entry in the transaction of its action. */
export function addAuditEntry(tx: Tx, { userId, subject, details = {}, ...rest }: NewAuditEntry) {
  const userName =
    rest.userName ?? sql`coalesce((SELECT name FROM users WHERE id = ${userId}), '')`;
  tx.insert(audit)
    .values({
      ...rest,
      at: new Date(tx.now()),
      userId,
      userName,
      subject: subject.slice(0, 200),
      details,
    })
    .run();
}

/** Records a request that was refused for lack of a permission. */
export function auditDenied(db: CompanyDb, entry: Omit<NewAuditEntry, "action">) {
  const { userId, subject } = entry;
  const same = and(
    eq(audit.action, "denied"),
    userId === null ? isNull(audit.userId) : eq(audit.userId, userId),
    eq(audit.subject, subject),
    gte(audit.at, new Date(db.now() - repeatWindow)),
  );
  db.write((tx) => {
    if (!tx.select({ id: audit.id }).from(audit).where(same).limit(1).get())
      addAuditEntry(tx, { ...entry, action: "denied" });
  });
}

export const auditQuery = listQuery.extend({
  action: z.enum(auditActions).optional(),
  userId: z.coerce.number().int().positive().optional(),
  date_from: date.optional(),
  date_to: date.optional(),
});

/** One page of entries, the newest first. Days are in the company's time zone. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber, action, userId, date_from, date_to }: z.infer<typeof auditQuery>,
) {
  const { timezone } = db.about();
  const where = and(
    matching(searchParam, [audit.userName, audit.subject, audit.address]),
    action && eq(audit.action, action),
    userId === undefined ? undefined : eq(audit.userId, userId),
    date_from ? gte(audit.at, new Date(dayBounds(date_from, timezone)[0])) : undefined,
    date_to ? lt(audit.at, new Date(dayBounds(date_to, timezone)[1])) : undefined,
  );
  const { rows, ...rest } = page(db, {
    table: audit,
    select: db.select().from(audit),
    where,
    order: [desc(audit.id)],
    pageNumber,
    size: pageSize,
  });
  return { records: rows, ...rest };
}

/** Deletes entries older than `retention`. */
export function deleteOld(db: CompanyDb) {
  db.write((tx) => {
    tx.delete(audit)
      .where(lt(audit.at, new Date(db.now() - retention)))
      .run();
  });
}
