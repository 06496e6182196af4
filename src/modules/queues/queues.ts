import { asc, eq, max } from "drizzle-orm";
import { z } from "zod";
import { arrayOf, color, id, name, verbatim } from "../../kit/http/fields.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { highestShareLimit, longestTakeBack, shareModes } from "../../shared/share.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { auditChange } from "../audit/changes.ts";
import { usualWeek, weekOrNone } from "../hours/fields.ts";
import { refuseIntegrationAndAi } from "../integrations/choice.ts";
import { queues, type Queue } from "./table.ts";

export const queueBody = z.object({
  name,
  color,
  greetingMessage: verbatim(2000).optional(),
  outOfHoursMessage: verbatim(2000).optional(),
  complationMessage: verbatim(2000).optional(),
  ratingMessage: verbatim(2000).optional(),
  // Queues that are older than this field have no value.
  schedules: weekOrNone.optional(),
  integrationId: id.nullable().optional(),
  promptId: id.nullable().optional(),
  orderQueue: z.number().int().min(0).max(999).optional(),
  share: z.enum(shareModes).optional(),
  shareLimit: z.number().int().min(1).max(highestShareLimit).nullable().optional(),
  takeBackMinutes: z.number().int().min(1).max(longestTakeBack).nullable().optional(),
});
type Body = z.infer<typeof queueBody>;

export const orderBody = z.object({ ids: arrayOf(id, 999) });

const rows = query((db) =>
  db.select().from(queues).orderBy(asc(queues.orderQueue), asc(queues.name)),
);

/** All queues in the order of the menu. */
export const list = (db: CompanyDb): Queue[] => rows(db).all();

/** Throws missing. */
export const findQueue = (db: CompanyDb, id: number): Queue => findIn(db, id);

/**
 * A new queue, with the usual hours and last in the order unless they are given. Throws a conflict
 * on a taken name or colour, invalid.
 */
export function create(db: CompanyDb, body: Body, by: number | null = null): Queue {
  return withColorConflict(() =>
    db.write((tx) => {
      refuseInvalid(tx, body);
      refuseTakenName(tx, body.name);
      const queue = tx
        .insert(queues)
        .values({
          schedules: usualWeek,
          orderQueue: nextPlace(tx),
          ...body,
          ...insertTimestamps(db.now()),
        })
        .returning()
        .get();
      addAuditEntry(tx, { userId: by, action: "queueCreated", subject: auditSubject(queue) });
      tx.emit("queue", "create", { queue }, { to: "everyone" });
      return queue;
    }),
  );
}

/** Throws missing, a conflict on a taken name or colour, invalid. */
export function update(
  db: CompanyDb,
  id: number,
  body: Partial<Body>,
  by: number | null = null,
): Queue {
  return withColorConflict(() =>
    db.write((tx) => {
      const before = findIn(tx, id);
      refuseInvalid(tx, { ...before, ...body });
      // Queues with the same name from before the rule can still be changed otherwise.
      if (body.name !== undefined && body.name !== before.name) refuseTakenName(tx, body.name, id);
      tx.update(queues)
        .set({ ...body, ...updateTimestamps(db.now()) })
        .where(eq(queues.id, id))
        .run();
      auditChange(tx, {
        userId: by,
        action: "queueChanged",
        subject: auditSubject(before),
        table: queues,
        before,
        after: findIn(tx, id),
      });
      return emitUpdate(tx, id);
    }),
  );
}

/**
 * Puts the queues into this order, those not named after them. Throws invalid when one does not
 * exist.
 */
export function order(
  db: CompanyDb,
  { ids }: z.infer<typeof orderBody>,
  by: number | null = null,
): Queue[] {
  return db.write((tx) => {
    const before = list(db).map((queue) => queue.id);
    if (ids.some((id) => !before.includes(id))) throw invalidFields({ ids: "invalid" });
    for (const [index, id] of [...new Set([...ids, ...before])].entries()) {
      tx.update(queues)
        .set({ orderQueue: index + 1, ...updateTimestamps(db.now()) })
        .where(eq(queues.id, id))
        .run();
      emitUpdate(tx, id);
    }
    const after = list(db);
    if (String(after.map((queue) => queue.id)) !== String(before))
      addAuditEntry(tx, {
        userId: by,
        action: "queueChanged",
        subject: "queues",
        details: { order: after.map((queue) => queue.name) },
      });
    return after;
  });
}

/**
 * Deletes the queue; its tickets are left without one. The caller deletes the files of its tree.
 * Throws missing.
 */
export function dropQueue(tx: Tx, id: number) {
  const deleted = tx.delete(queues).where(eq(queues.id, id)).returning().all();
  if (deleted.length === 0) missing();
  tx.emit("queue", "delete", { queueId: id }, { to: "everyone" });
}

/** A queue as audit entries name it. */
export const auditSubject = ({ id, name }: Pick<Queue, "id" | "name">) => `queue ${id} ${name}`;

/** Emits a queue as it is now. Throws missing. */
export function emitUpdate(tx: Tx, id: number): Queue {
  const queue = findIn(tx, id);
  tx.emit("queue", "update", { queue }, { to: "everyone" });
  return queue;
}

function findIn(db: CompanyDb, id: number): Queue {
  return db.select().from(queues).where(eq(queues.id, id)).get() ?? missing();
}

// The first has 0.
function nextPlace(tx: Tx): number {
  const last =
    tx
      .select({ last: max(queues.orderQueue) })
      .from(queues)
      .get()?.last ?? -1;
  return Math.min(last + 1, 999);
}

function refuseInvalid(tx: Tx, values: Pick<Body, "integrationId" | "promptId">) {
  refuseMissingReferences(tx, queues, values);
  refuseIntegrationAndAi(values);
}

/**
 * Throws a conflict where another queue has this name, apart from case and accents.
 * rules.md#queue-names
 */
function refuseTakenName(tx: Tx, name: string, own?: number) {
  const others = tx
    .select({ id: queues.id, name: queues.name })
    .from(queues)
    .all()
    .filter(({ id }) => id !== own);
  if (others.some((other) => fold(other.name) === fold(name)))
    throw new Fault("conflict", "ERR_ALREADY_EXISTS", {
      message: "Já existe uma fila com este nome",
      fields: { name: "taken" },
    });
}

const fold = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function missing(): never {
  throw new Fault("missing", "ERR_NO_QUEUE_FOUND", { message: "Fila não encontrada" });
}

// A colour that is taken has an error code of its own.
function withColorConflict<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (String(thrown instanceof Error ? (thrown.cause ?? thrown) : "").includes("queues.color")) {
      throw new Fault("conflict", "ERR_QUEUE_COLOR_ALREADY_EXISTS", {
        message: "Esta cor já está em uso",
        fields: { color: "taken" },
      });
    }
    throw thrown;
  }
}
