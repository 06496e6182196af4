import { and, asc, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CompanyDb, Tx } from "./company-db.ts";
import { query } from "./query.ts";

const jobs = sqliteTable("jobs", {
  id: integer().primaryKey(),
  kind: text().notNull(),
  queueKey: text("lane").notNull(),
  runAt: integer().notNull(),
  attempts: integer().notNull().default(0),
  payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
});
export type Job = typeof jobs.$inferSelect;

/**
 * Adds a job to run from `runAt` on (epoch ms), in the transaction of its cause. Jobs with the same
 * `queueKey` run one after the other.
 */
export function planJob(tx: Tx, job: Pick<Job, "kind" | "queueKey" | "runAt" | "payload">) {
  tx.insert(jobs).values(job).run();
}

// A job that waits holds up those behind it with the same key.
const isFirst = sql`NOT EXISTS (SELECT 1 FROM jobs j WHERE j.lane = ${jobs.queueKey} AND j.id < ${jobs.id})`;

/**
 * Immediate jobs never wait longer (ms): one that seems to was planned before the clock was put
 * back.
 */
const maxDelay = 2 * 3_600_000;
const isFarInFuture = and(
  gt(jobs.runAt, sql`${sql.placeholder("now")} + ${maxDelay}`),
  inArray(jobs.kind, sql`(SELECT value FROM json_each(${sql.placeholder("immediate")}))`),
);

const dueQuery = query((db) =>
  db
    .select()
    .from(jobs)
    .where(and(or(lte(jobs.runAt, sql.placeholder("now")), isFarInFuture), isFirst))
    .orderBy(asc(jobs.runAt))
    .limit(sql.placeholder("limit")),
);

/**
 * The jobs that may run now, at most so many. `immediate`: kinds that are never planned for later
 * than an hour.
 */
export const dueJobs = (db: CompanyDb, limit: number, immediate: string[] = []): Job[] =>
  dueQuery(db).all({ now: db.now(), limit, immediate: JSON.stringify(immediate) });

/**
 * Deletes a job that is done, in the transaction of what it did. Returns whether it was still
 * there.
 */
export const finishJob = (tx: Tx, id: number): boolean =>
  tx.delete(jobs).where(eq(jobs.id, id)).returning({ id: jobs.id }).get() !== undefined;

/** Plans the next attempt of a job that failed (epoch ms). */
export function retryJob(tx: Tx, id: number, runAt: number) {
  tx.update(jobs)
    .set({ runAt, attempts: sql`${jobs.attempts} + 1` })
    .where(eq(jobs.id, id))
    .run();
}

/** Plans a job that is not ready yet for later (epoch ms), which counts as no attempt. */
export function postponeJob(tx: Tx, id: number, runAt: number) {
  tx.update(jobs).set({ runAt }).where(eq(jobs.id, id)).run();
}

/** Makes the jobs of a queue run at this time (epoch ms), if they would run later. */
export function hastenJob(tx: Tx, queueKey: string, runAt: number) {
  tx.update(jobs)
    .set({ runAt })
    .where(and(eq(jobs.queueKey, queueKey), gt(jobs.runAt, runAt)))
    .run();
}

/** Gives a job another queue, so that those behind it do not wait for it. */
export function moveJob(tx: Tx, id: number, queueKey: string) {
  tx.update(jobs).set({ queueKey }).where(eq(jobs.id, id)).run();
}

/** Whether another job with the same key waits behind this one. */
export const hasNextInQueue = (db: CompanyDb, { id, queueKey }: Job): boolean =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.queueKey, queueKey), gt(jobs.id, id)))
    .limit(1)
    .get() !== undefined;

/** The queue of a job that blocked the box three times: nobody waits behind it. */
export const asideKey = ({ id }: Pick<Job, "id">) => `aside ${id}`;

/** The jobs of a kind that were moved to a queue of their own with this payload. */
export const movedAside = (db: CompanyDb, kind: string, payload: Job["payload"]): Job[] =>
  db
    .select()
    .from(jobs)
    .where(
      and(
        gt(jobs.queueKey, "aside "),
        lte(jobs.queueKey, "aside:"),
        eq(jobs.kind, kind),
        eq(jobs.payload, payload),
      ),
    )
    .all();

/** Whether a queue has a job with this payload. */
export const hasJob = (db: CompanyDb, queueKey: string, payload: Job["payload"]): boolean =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.queueKey, queueKey), eq(jobs.payload, payload)))
    .get() !== undefined;

/** Deletes all jobs with a key. */
export function clearQueue(tx: Tx, queueKey: string) {
  clearQuery(tx).run({ queueKey });
}

const clearQuery = query((db) =>
  db.delete(jobs).where(eq(jobs.queueKey, sql.placeholder("queueKey"))),
);
