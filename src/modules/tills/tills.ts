import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { canSee, type Audience, type Me } from "../../kit/db/audience.ts";
import { notFound, page } from "../../kit/db/page.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { id, line, listQuery, money, positiveMoney } from "../../kit/http/fields.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { tillMovementKinds } from "../../shared/tills.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";
import { drawersOf, sumsOf, totalsOf } from "./sums.ts";
import { tillMovements, tills, type ListedTill, type Till } from "./table.ts";

export const openingBody = z.object({
  storeId: id,
  openingAmount: money,
  /** The person at the till, where an admin opens it for someone else. */
  userId: id.optional(),
});

export const movementBody = z.object({
  kind: z.enum(tillMovementKinds),
  value: positiveMoney,
  reason: line(255, 3),
});

export const tillQuery = listQuery.extend({
  storeId: z.coerce.number().int().positive().optional(),
});

/** One page of tills, the newest first: all of them for admins, their own for others. */
export function list(
  db: CompanyDb,
  me: Me,
  { pageNumber, storeId }: z.infer<typeof tillQuery>,
): { tills: ListedTill[]; hasMore: boolean; count: number } {
  const { rows, ...rest } = page(db, {
    table: tills,
    select: query(db),
    where: and(visibleTo(me), storeId === undefined ? undefined : eq(tills.storeId, storeId)),
    order: [desc(tills.id)],
    pageNumber,
  });
  return { tills: listed(db, rows), ...rest };
}

/**
 * The open tills of `me`, whether the company uses tills at all, and the cash that the last person
 * left in each store.
 */
export function counter(db: CompanyDb, me: Me) {
  const open = query(db)
    .where(and(eq(tills.userId, me.id), isNull(tills.closedAt)))
    .orderBy(asc(tills.id))
    .all();
  const isUsed = db.select({ id: tills.id }).from(tills).limit(1).get() !== undefined;
  return { tills: listed(db, open), rests: lastRests(db), isUsed };
}

/** A till with its sums and movements. Throws missing for another's, but not to admins. */
export function find(db: CompanyDb, me: Me, tillId: number): Till {
  const till = load(db, tillId);
  return canSee(me, audienceOf(till)) ? till : missing();
}

/**
 * Opens a till; only admins open one for someone else. Throws invalid for an unknown store or
 * user, a conflict where the person has one open in this store. rules.md#tills
 */
export function open(
  db: CompanyDb,
  me: Me,
  { storeId, openingAmount, userId = me.id }: z.infer<typeof openingBody>,
): Till {
  return db.write((tx) => {
    if (userId !== me.id && me.profile !== "admin") throw invalidFields({ userId: "invalid" });
    refuseMissingReferences(tx, tills, { storeId, userId });
    refuseSecond(tx, userId, storeId);
    const now = tx.now();
    const { id: tillId } = tx
      .insert(tills)
      .values({ storeId, userId, openingAmount, openedAt: new Date(now), ...insertTimestamps(now) })
      .returning({ id: tills.id })
      .get();
    return emitTill(tx, "create", tillId);
  });
}

/** Puts cash into an open till or takes it out. Throws missing, a conflict for a closed one. */
export function move(
  db: CompanyDb,
  me: Me,
  tillId: number,
  { kind, value, reason }: z.infer<typeof movementBody>,
): Till {
  return db.write((tx) => {
    const till = refuseClosed(find(tx, me, tillId));
    tx.insert(tillMovements)
      .values({ tillId, kind, value, reason, userId: me.id, at: new Date(tx.now()) })
      .run();
    touch(tx, tillId);
    if (kind === "out")
      addAuditEntry(tx, {
        userId: me.id,
        action: "tillWithdrawn",
        subject: subjectOf(till),
        details: { value, reason },
      });
    return emitTill(tx, "update", tillId);
  });
}

const closers = alias(users, "closers");

const query = (db: CompanyDb) =>
  db
    .select({
      ...getTableColumns(tills),
      store: { id: stores.id, name: stores.name },
      user: { id: users.id, name: users.name },
      closedBy: { id: closers.id, name: closers.name },
    })
    .from(tills)
    .innerJoin(stores, eq(stores.id, tills.storeId))
    .leftJoin(users, eq(users.id, tills.userId))
    .leftJoin(closers, eq(closers.id, tills.closedById))
    .$dynamic();

type Row = ReturnType<ReturnType<typeof query>["all"]>[number];

function listed(db: CompanyDb, rows: Row[]): ListedTill[] {
  const totals = totalsOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const { difference, ...total } = totals(row.id);
    return { ...row, ...total, difference: row.closedAt ? difference : null };
  });
}

function load(db: CompanyDb, tillId: number): Till {
  const row = query(db).where(eq(tills.id, tillId)).get() ?? missing();
  const sums = sumsOf(db, row);
  const { tillId: _, userId: __, ...columns } = getTableColumns(tillMovements);
  const movements = db
    .select({ ...columns, user: { id: users.id, name: users.name } })
    .from(tillMovements)
    .leftJoin(users, eq(users.id, tillMovements.userId))
    .where(eq(tillMovements.tillId, tillId))
    .orderBy(asc(tillMovements.id))
    .all();
  const differences = sums.flatMap(({ paymentId, expected, counted, difference }) =>
    counted === null || difference === null || centsOf(difference) === 0
      ? []
      : [{ paymentId, expected, counted, difference }],
  );
  return { ...listed(db, [row])[0]!, sums, movements, differences };
}

/** The cash that the last till of each store left: its rest, else the count of its drawer. */
function lastRests(db: CompanyDb) {
  const lastOfStore = sql`(SELECT t.id FROM tills t WHERE t.storeId = ${stores.id} AND t.closedAt IS NOT NULL ORDER BY t.closedAt DESC LIMIT 1)`;
  const last = query(db)
    .where(inArray(tills.id, sql`(SELECT ${lastOfStore} FROM ${stores})`))
    .orderBy(asc(tills.storeId))
    .all();
  const drawers = drawersOf(
    db,
    last.map((till) => till.id),
  );
  return last.map(({ id: tillId, storeId, rest, user, closedAt }) => ({
    storeId,
    rest: rest ?? drawers.get(tillId) ?? amountOf(0),
    user,
    closedAt,
  }));
}

export function emitTill(tx: Tx, action: "create" | "update", tillId: number): Till {
  const till = load(tx, tillId);
  tx.emit("till", action, { till }, audienceOf(till));
  return till;
}

/** The audience of a till, and `visibleTo` says the same in SQL. */
const audienceOf = ({ userId }: { userId: number | null }): Audience =>
  userId === null
    ? { to: "admins" }
    : { to: "any", of: [{ to: "admins" }, { to: "user", userId }] };

const visibleTo = (me: Me): SQL | undefined =>
  me.profile === "admin" ? undefined : eq(tills.userId, me.id);

const touch = (tx: Tx, tillId: number) =>
  tx.update(tills).set(updateTimestamps(tx.now())).where(eq(tills.id, tillId)).run();

export function refuseSecond(tx: Tx, userId: number, storeId: number) {
  const isOpen = and(eq(tills.userId, userId), eq(tills.storeId, storeId), isNull(tills.closedAt));
  if (tx.select({ id: tills.id }).from(tills).where(isOpen).get())
    throw new Fault("conflict", "ERR_TILL_OPEN", {
      message: "Esta pessoa já tem um caixa aberto nesta loja",
    });
}

export function refuseClosed(till: Till): Till {
  if (till.closedAt)
    throw new Fault("conflict", "ERR_TILL_CLOSED", { message: "Este caixa já foi fechado" });
  return till;
}

export const subjectOf = ({ id: tillId, store }: Till) => `till ${tillId} ${store.name}`;

function missing(): never {
  throw notFound("Caixa não encontrado");
}
