import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { contains } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault } from "../../kit/fault.ts";
import { emitRow } from "../../kit/http/crud.ts";
import { id } from "../../kit/http/fields.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { findIn } from "../../kit/http/resource-rows.ts";
import { longestGoal } from "../../shared/sla.ts";
import { queues } from "../queues/table.ts";
import { auditGoals } from "./audit-goals.ts";
import { sla, type Goals } from "./table.ts";

const minutes = z.number().int().min(1).max(longestGoal).nullable();

export const goalsBody = z.object({
  /** Null: all queues without goals of their own, and tickets without a queue. */
  queueId: id.nullable().default(null),
  firstAnswerMinutes: minutes.optional(),
  resolutionMinutes: minutes.optional(),
});
export const goalsChange = goalsBody.extend({ queueId: id.nullable() }).partial();

const queueName = sql`(SELECT q.name FROM ${queues} q WHERE q.id = ${sla.queueId})`;

/** The service goals of queues. The table's CHECK wants one of both. rules.md#service-goals */
export const resource: Resource = {
  name: "sla",
  event: "sla",
  envelope: "records",
  table: sla,
  body: goalsBody.shape,
  search: (typed) => (typed ? contains(queueName, typed) : undefined),
  order: [queueName],
  labels: { queueName: { by: sla.queueId, from: queues.name } },
};

/** Throws a conflict where the queue has goals, invalid where it does not exist. */
export function createGoals(db: CompanyDb, me: Me, body: z.infer<typeof goalsBody>) {
  return db.write((tx) => {
    refuseTaken(tx, body.queueId);
    refuseMissingReferences(tx, sla, body);
    const row = tx
      .insert(sla)
      .values({ ...body, ...insertTimestamps(tx.now()) })
      .returning()
      .get();
    auditGoals(tx, me.id, null, row);
    return emitRow(tx, resource, "create", row.id);
  });
}

/** Throws missing, and what `createGoals` throws. */
export function changeGoals(
  db: CompanyDb,
  me: Me,
  goalsId: number,
  change: z.infer<typeof goalsChange>,
) {
  return db.write((tx) => {
    const before = findIn(tx, resource, goalsId) as Goals;
    if (change.queueId !== undefined) refuseTaken(tx, change.queueId, goalsId);
    refuseMissingReferences(tx, sla, change);
    const row = tx
      .update(sla)
      .set({ ...change, ...updateTimestamps(tx.now()) })
      .where(eq(sla.id, goalsId))
      .returning()
      .get()!;
    auditGoals(tx, me.id, before, row);
    return emitRow(tx, resource, "update", goalsId);
  });
}

/** Throws missing. */
export function removeGoals(db: CompanyDb, me: Me, goalsId: number) {
  return db.write((tx) => {
    const before = findIn(tx, resource, goalsId) as Goals;
    tx.delete(sla).where(eq(sla.id, goalsId)).run();
    auditGoals(tx, me.id, before, null);
    tx.emit("sla", "delete", { slaId: goalsId }, { to: "everyone" });
    return {};
  });
}

/** The row for all others has no column whose index could name the field. */
function refuseTaken(db: CompanyDb, queueId: number | null, own = 0) {
  const taken = db
    .select({ id: sla.id, queueId: sla.queueId })
    .from(sla)
    .all()
    .some((goals) => goals.queueId === queueId && goals.id !== own);
  if (taken)
    throw new Fault("conflict", "ERR_ALREADY_EXISTS", {
      message: "Esta fila já tem metas",
      fields: { queueId: "taken" },
    });
}
