import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../kit/db/queried-file.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import { cashId } from "../../shared/payments.ts";
import { expectedOf } from "../../shared/tills.ts";
import { payments } from "../payments/table.ts";
import { receipts, tillCounts, tillMovements, type TillRow, type TillSum } from "./table.ts";

/** The money of each method in a till. A closed till keeps the sums of its count. */
export function sumsOf(
  db: Db,
  till: Pick<TillRow, "id" | "openingAmount" | "closedAt">,
): TillSum[] {
  const taken = takenOf(db, till.id);
  const methods = db
    .select({ id: payments.id, name: payments.name, type: payments.typePaymentId })
    .from(payments)
    .orderBy(asc(payments.id))
    .all();
  const drawerId = methods.find(({ type }) => type === cashId)?.id ?? null;
  const counts = new Map(countsOf(db, till.id).map((count) => [count.paymentId, count]));
  const expected = expectedOf({
    openingAmount: centsOf(till.openingAmount),
    ...movedIn(db, till.id),
    receipts: taken,
    cashId: drawerId,
  });
  return methods.flatMap(({ id: paymentId, name }) => {
    const count = counts.get(paymentId);
    const cents = count ? centsOf(count.expected) : expected.get(paymentId);
    if (cents === undefined) return [];
    const isCounted = till.closedAt !== null;
    const counted = count ? centsOf(count.counted) : 0;
    return {
      paymentId,
      name,
      isDrawer: paymentId === drawerId,
      receipts: taken.find((each) => each.paymentId === paymentId)?.receipts ?? 0,
      expected: amountOf(cents),
      counted: isCounted ? amountOf(counted) : null,
      difference: isCounted ? amountOf(counted - cents) : null,
    };
  });
}

/** Number of orders, net takings and difference of some tills. */
export function totalsOf(db: Db, ids: number[]) {
  const rows = db
    .select({
      tillId: receipts.tillId,
      orders: sql<number>`count(DISTINCT ${receipts.orderId})`,
      taken: sql<number>`coalesce(sum(${receipts.value}), 0)`,
    })
    .from(receipts)
    .where(inArray(receipts.tillId, ids))
    .groupBy(receipts.tillId)
    .all();
  const differences = db
    .select({
      tillId: tillCounts.tillId,
      cents: sql<number>`sum(${tillCounts.counted} - ${tillCounts.expected})`,
    })
    .from(tillCounts)
    .where(inArray(tillCounts.tillId, ids))
    .groupBy(tillCounts.tillId)
    .all();
  const byTill = new Map(rows.map((row) => [row.tillId, row]));
  const differenceOf = new Map(differences.map(({ tillId, cents }) => [tillId, cents]));
  return (id: number) => ({
    orders: byTill.get(id)?.orders ?? 0,
    taken: amountOf(byTill.get(id)?.taken ?? 0),
    difference: amountOf(differenceOf.get(id) ?? 0),
  });
}

/** The cash that was counted in some closed tills. */
export const drawersOf = (db: Db, ids: number[]) =>
  new Map(
    db
      .select({ tillId: tillCounts.tillId, counted: tillCounts.counted })
      .from(tillCounts)
      .where(
        and(
          inArray(tillCounts.tillId, ids),
          eq(
            tillCounts.paymentId,
            sql`(SELECT min(id) FROM ${payments} WHERE ${payments.typePaymentId} = ${cashId})`,
          ),
        ),
      )
      .all()
      .map(({ tillId, counted }) => [tillId, counted]),
  );

const takenOf = (db: Db, tillId: number) =>
  db
    .select({
      paymentId: receipts.paymentId,
      receipts: sql<number>`count(*)`,
      taken: sql<number>`sum(${receipts.value} + ${receipts.change})`,
      change: sql<number>`sum(${receipts.change})`,
    })
    .from(receipts)
    .where(eq(receipts.tillId, tillId))
    .groupBy(receipts.paymentId)
    .all();

const countsOf = (db: Db, tillId: number) =>
  db.select().from(tillCounts).where(eq(tillCounts.tillId, tillId)).all();

function movedIn(db: Db, tillId: number) {
  const rows = db
    .select({ kind: tillMovements.kind, cents: sql<number>`sum(${tillMovements.value})` })
    .from(tillMovements)
    .where(eq(tillMovements.tillId, tillId))
    .groupBy(tillMovements.kind)
    .all();
  const of = (kind: "in" | "out") => rows.find((row) => row.kind === kind)?.cents ?? 0;
  return { movedIn: of("in"), movedOut: of("out") };
}
