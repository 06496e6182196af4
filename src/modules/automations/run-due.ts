import { asc, eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { Fault } from "../../kit/fault.ts";
import { log, trace } from "../../kit/process/log.ts";
import type { RunState } from "../../shared/automations.ts";
import { isStopped } from "../companies/standing.ts";
import { record } from "../tickets/events/events.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { findAutomation } from "./automations.ts";
import { decideRun } from "./conditions.ts";
import { automationRuns } from "./table.ts";
import { takeAutomationStep } from "./take-step.ts";

/** The most in one round, so that nobody else waits long for it. */
const batchSize = 20;
/** A wait that closed hours hold up is looked at again after so long (ms). */
const again = 60_000;

/**
 * Runs the automations that are due, each in one transaction with its row in the log. A kill leaves
 * it done or due. rules.md#automations
 */
export function runDueAutomations(db: CompanyDb) {
  const due = dueQuery(db).all({ now: db.now() });
  if (due.length === 0 || isStopped(db)) return;
  for (const { id } of due) runOne(db, id);
}

/**
 * Skips the automations that came due before now: another box may have run them already.
 * rules.md#restore
 */
export const skipMissedAutomations = (db: CompanyDb) =>
  db.write((tx) => {
    for (const { id } of tx
      .select({ id: automationRuns.id })
      .from(automationRuns)
      .where(sql`state = 'due' AND ${automationRuns.dueAt} <= ${db.now()}`)
      .all())
      end(tx, id, "skipped", "late");
  });

const dueQuery = query((db) =>
  db
    .select({ id: automationRuns.id })
    .from(automationRuns)
    .where(sql`state = 'due' AND ${automationRuns.dueAt} <= ${sql.placeholder("now")}`)
    .orderBy(asc(automationRuns.dueAt))
    .limit(batchSize),
);

function runOne(db: CompanyDb, id: number) {
  let step: number | null = null;
  try {
    db.write((tx) => {
      const run = tx.select().from(automationRuns).where(eq(automationRuns.id, id)).get();
      // The run before may have ended this one's wait.
      if (run?.state !== "due") return;
      const automation = findAutomation(tx, run.automationId);
      let ticket = loadTicket(tx, run.ticketId);
      const decision = decideRun(tx, automation, run, ticket);
      if (decision === "wait") return postpone(tx, id);
      if (decision !== "take") return end(tx, id, "skipped", decision);
      // The triggers read how deep the effects of this run stand.
      set(tx, id, { state: "running" });
      const { name } = automation;
      record(tx, ticket, { kind: "automation", byUserId: null, detail: { name } });
      for (const [index, each] of automation.steps.entries()) {
        step = index;
        ticket = takeAutomationStep(tx, ticket, each);
      }
      end(tx, id, "done");
    });
  } catch (thrown) {
    if (!(thrown instanceof Fault))
      log("error", "automation", { company: db.company, run: id, ...trace(thrown) });
    const reason = thrown instanceof Fault ? thrown.reason : "ERR_INTERNAL";
    db.write((tx) => end(tx, id, "failed", reason, step));
  }
}

const end = (
  tx: Tx,
  id: number,
  state: RunState,
  reason: string | null = null,
  step: number | null = null,
) => set(tx, id, { state, reason, step, doneAt: new Date(tx.now()) });

const postpone = (tx: Tx, id: number) => set(tx, id, { dueAt: new Date(tx.now() + again) });

const set = (tx: Tx, id: number, values: Partial<typeof automationRuns.$inferInsert>) =>
  void tx.update(automationRuns).set(values).where(eq(automationRuns.id, id)).run();
