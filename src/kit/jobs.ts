import { and, asc, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { prepared, type Store, type Tx } from "./store.ts";

const jobs = sqliteTable("jobs", {
  id: integer().primaryKey(),
  kind: text().notNull(),
  lane: text().notNull(),
  runAt: integer().notNull(),
  attempts: integer().notNull().default(0),
  payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
});
export type Job = typeof jobs.$inferSelect;

/** Something to be done from `runAt` on (epoch ms), written in the transaction of its cause. Of one lane only the oldest is done at a time. */
export function plan(tx: Tx, job: Pick<Job, "kind" | "lane" | "runAt" | "payload">) {
  tx.insert(jobs).values(job).run();
}

// One that waits holds up those behind it in its lane.
const isFirst = sql`NOT EXISTS (SELECT 1 FROM jobs j WHERE j.lane = ${jobs.lane} AND j.id < ${jobs.id})`;

/** Nothing that is done as soon as may be waits longer (ms): one that seems to was planned before the clock was put back. */
const longest = 2 * 3_600_000;
const isLost = and(gt(jobs.runAt, sql`${sql.placeholder("now")} + ${longest}`), inArray(jobs.kind, sql`(SELECT value FROM json_each(${sql.placeholder("hasty")}))`));

const dueQuery = prepared((db) => db.select().from(jobs).where(and(or(lte(jobs.runAt, sql.placeholder("now")), isLost), isFirst)).orderBy(asc(jobs.runAt)).limit(sql.placeholder("limit")).prepare());

/** The jobs that may be done now, at most so many. `hasty` are the kinds that are never planned for later than an hour. */
export const due = (store: Store, limit: number, hasty: string[] = []): Job[] => dueQuery(store).all({ now: store.now(), limit, hasty: JSON.stringify(hasty) });

/** A job is done: in the transaction of what it did, so that neither happens without the other. Whether it was still there to be done. */
export const finish = (tx: Tx, id: number): boolean => tx.delete(jobs).where(eq(jobs.id, id)).returning({ id: jobs.id }).get() !== undefined;

/** A job that failed is tried again from `runAt` on (epoch ms). */
export function again(tx: Tx, id: number, runAt: number) {
  tx.update(jobs).set({ runAt, attempts: sql`${jobs.attempts} + 1` }).where(eq(jobs.id, id)).run();
}

/** A job that is not ready yet is looked at from `runAt` on (epoch ms). That is no failure. */
export function putOff(tx: Tx, id: number, runAt: number) {
  tx.update(jobs).set({ runAt }).where(eq(jobs.id, id)).run();
}

/** Whether another job waits behind this one in its lane. */
export const followed = (store: Store, { id, lane }: Job): boolean => store.db.select({ id: jobs.id }).from(jobs).where(and(eq(jobs.lane, lane), gt(jobs.id, id))).limit(1).get() !== undefined;

/** Drops what is left to do in a lane. */
export function clear(tx: Tx, lane: string) {
  tx.delete(jobs).where(eq(jobs.lane, lane)).run();
}
