import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { contactName, listQuery, text, writtenPhone, yesQuery } from "../../kit/http/fields.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import type { OptOutSource } from "../../shared/campaigns.ts";
import { numberKey } from "../../shared/phone.ts";
import { actor, addAuditEntry } from "../audit/audit.ts";
import { completeNumber } from "../contacts/own-area.ts";
import { users } from "../users/table.ts";
import { erasedKey } from "./keys.ts";
import { optOuts, type OptOut } from "./table.ts";

export const optOutBody = z.object({
  number: writtenPhone,
  name: contactName.or(z.literal("")).default(""),
  reason: text(500).default(""),
  source: z.enum(["hand", "api", "channel"]).default("hand"),
});
export const backBody = z.object({ reason: text(500, 3) });
/** `back`: also the numbers that are off the list again. */
export const optOutQuery = listQuery.extend({ back: yesQuery });

const { numberKey: _key, ...columns } = getTableColumns(optOuts);

const rows = (db: CompanyDb) =>
  db
    .select({
      ...columns,
      user: { id: users.id, name: users.name },
      campaign: sql<
        OptOut["campaign"]
      >`(SELECT json_object('id', c.id, 'name', c.name) FROM campaigns c WHERE c.id = ${optOuts.campaignId})`.mapWith(
        (json: string) => JSON.parse(json) as OptOut["campaign"],
      ),
    })
    .from(optOuts)
    .leftJoin(users, eq(users.id, optOuts.userId))
    .$dynamic();

/** One page of opt-outs, the latest first. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber, back }: z.infer<typeof optOutQuery>,
) {
  const where = and(
    matching(searchParam, [optOuts.name, optOuts.number, optOuts.reason]),
    back ? undefined : isNull(optOuts.backAt),
  );
  const { rows: records, ...rest } = page(db, {
    table: optOuts,
    select: rows(db),
    where,
    order: [desc(optOuts.at), desc(optOuts.id)],
    pageNumber,
  });
  return { records: records as OptOut[], ...rest };
}

/** Throws missing. */
export function find(db: CompanyDb, id: number): OptOut {
  const row = rows(db).where(eq(optOuts.id, id)).get();
  if (!row) throw notFound();
  return row;
}

/** Puts a number on the list by hand; one that is on it stays as it is. rules.md#opt-outs */
export function create(db: CompanyDb, me: Me, body: z.infer<typeof optOutBody>): OptOut {
  return db.write((tx) => {
    const number = completeNumber(db, body.number);
    const id = optOut(tx, { ...body, number, userId: me.id });
    return find(tx, id);
  });
}

type NewOptOut = {
  number: string;
  name: string;
  reason?: string;
  source: Exclude<OptOutSource, "return">;
  userId?: number | null;
  campaignId?: number | null;
};

/**
 * Puts a number on the list, in the transaction of its cause. Emits it, unless the caller does so
 * once for many.
 */
export function optOut(
  tx: Tx,
  { number, name, reason = "", source, userId = null, campaignId = null }: NewOptOut,
  { isSilent = false } = {},
): number {
  const now = new Date(tx.now());
  const values = {
    name,
    number,
    reason,
    source,
    userId,
    campaignId,
    at: now,
    backAt: null,
    backReason: null,
    backUserId: null,
  };
  const key = numberKey(number);
  const existing = tx
    .select({ id: optOuts.id, backAt: optOuts.backAt })
    .from(optOuts)
    .where(eq(optOuts.numberKey, key))
    .get();
  if (existing && existing.backAt === null) return existing.id;
  // The new row replaces the row without a number that an earlier erasure left.
  tx.delete(optOuts)
    .where(eq(optOuts.numberKey, erasedKey(tx, number)))
    .run();
  const { id } = existing
    ? tx
        .update(optOuts)
        .set({ ...values, ...updateTimestamps(tx.now()) })
        .where(eq(optOuts.id, existing.id))
        .returning({ id: optOuts.id })
        .get()!
    : tx
        .insert(optOuts)
        .values({ ...values, numberKey: key, ...insertTimestamps(tx.now()) })
        .returning({ id: optOuts.id })
        .get();
  if (!isSilent)
    tx.emit("optOut", existing ? "update" : "create", { record: find(tx, id) }, { to: "admins" });
  return id;
}

/**
 * Takes a number off the list, with a reason. Throws missing, and a conflict when it is off
 * already.
 */
export function takeBack(
  db: CompanyDb,
  me: Me,
  id: number,
  { reason }: z.infer<typeof backBody>,
): OptOut {
  return db.write((tx) => {
    const before = find(tx, id);
    if (before.backAt)
      throw new Fault("conflict", "ERR_OPT_OUT_BACK", { message: "Este número já saiu da lista" });
    tx.update(optOuts)
      .set({
        backAt: new Date(db.now()),
        backReason: reason,
        backUserId: me.id,
        ...updateTimestamps(db.now()),
      })
      .where(eq(optOuts.id, id))
      .run();
    addAuditEntry(tx, {
      ...actor(me),
      action: "optOutBack",
      subject: `opt-out ${id}`,
      details: { reason },
    });
    const record = find(tx, id);
    tx.emit("optOut", "update", { record }, { to: "admins" });
    return record;
  });
}

/** The customer asks for campaigns again: their own words are the reason. rules.md#opt-outs */
export function takeBackByAnswer(tx: Tx, id: number, reason: string) {
  tx.update(optOuts)
    .set({
      source: "return",
      backAt: new Date(tx.now()),
      backReason: reason,
      backUserId: null,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(optOuts.id, id))
    .run();
  tx.emit("optOut", "update", { record: find(tx, id) }, { to: "admins" });
}

const activeQuery = query((db) =>
  db
    .select({ id: optOuts.id })
    .from(optOuts)
    .where(and(eq(optOuts.numberKey, sql.placeholder("key")), isNull(optOuts.backAt))),
);

/**
 * Whether a number is not to be written to, also one of someone who was erased. rules.md#opt-outs
 */
export const isOptedOut = (db: CompanyDb, number: string): boolean =>
  activeQuery(db).get({ key: numberKey(number) }) !== undefined ||
  activeQuery(db).get({ key: erasedKey(db, number) }) !== undefined;

/** The active opt-outs of a person's numbers. */
export const activeOptOuts = (db: CompanyDb, numbers: string[]): OptOut[] =>
  numbers
    .flatMap((number) => activeQuery(db).get({ key: numberKey(number) }) ?? [])
    .map(({ id }) => find(db, id));

/** The first of them. */
export const activeOptOut = (db: CompanyDb, numbers: string[]): OptOut | undefined =>
  activeOptOuts(db, numbers)[0];

/** Keys of erased numbers that are not to be written to. */
export const erasedKeys = (db: CompanyDb): Set<string> =>
  new Set(
    db
      .select({ key: optOuts.numberKey })
      .from(optOuts)
      .where(and(isNull(optOuts.number), isNull(optOuts.backAt)))
      .all()
      .map(({ key }) => key),
  );

/** How many are read at a time. */
const exportSlice = 500;

/** Active opt-outs with a number, some at a time. */
export async function* activeRows(db: CompanyDb): AsyncGenerator<OptOut[]> {
  for (let after = 0; ;) {
    const some = rows(db)
      .where(and(gt(optOuts.id, after), isNotNull(optOuts.number), isNull(optOuts.backAt)))
      .orderBy(optOuts.id)
      .limit(exportSlice)
      .all();
    yield some as OptOut[];
    if (some.length < exportSlice) return;
    after = some.at(-1)!.id;
    await new Promise(setImmediate);
  }
}
