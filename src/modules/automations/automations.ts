import { and, asc, desc, eq, exists, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience, Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, id, name } from "../../kit/http/fields.ts";
import {
  automationEvents,
  automationHours,
  conditionOf,
  type AutomationConditions,
  type AutomationEvent,
} from "../../shared/automations.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { contacts } from "../contacts/table.ts";
import { refuseUnusable, stepsField } from "../macros/step-fields.ts";
import { tickets } from "../tickets/table.ts";
import { ticketsVisibleTo } from "../tickets/tickets.ts";
import { refuseLoop } from "./refuse-loop.ts";
import { automationRuns, automations, type Automation, type AutomationRun } from "./table.ts";

/** The longest wait that starts an automation, in minutes: a week. */
const longestWait = 10_080;

export const conditionsField = z.object({
  queueIds: arrayOf(id, 200).default([]),
  hours: z.enum(automationHours).default("any"),
  minutes: z.number().int().min(1).max(longestWait).nullish(),
  tagId: id.nullish(),
  below: z.number().int().min(2).max(4).nullish(),
  statusId: id.nullish(),
});
export const automationBody = z.object({
  name,
  active: z.boolean().default(false),
  event: z.enum(automationEvents),
  conditions: conditionsField.default({ queueIds: [], hours: "any" }),
  steps: stepsField,
});
export const automationChange = z.object({
  name: name.optional(),
  active: z.boolean().optional(),
  event: z.enum(automationEvents).optional(),
  conditions: conditionsField.optional(),
  steps: stepsField.optional(),
});

/** One page by name. */
export function listAutomations(
  db: CompanyDb,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(db, {
    table: automations,
    select: db.select().from(automations).$dynamic(),
    where: matching(searchParam, [automations.name]),
    order: [asc(automations.name), asc(automations.id)],
    pageNumber,
  });
  return { records: rows, ...rest };
}

/** Throws missing. */
export function findAutomation(db: CompanyDb, id: number): Automation {
  const row = db.select().from(automations).where(eq(automations.id, id)).get();
  if (!row) throw notFound();
  return row;
}

/**
 * Throws invalid for a step that can't run, a missing condition or a loop, and a conflict on a
 * taken name.
 */
export function createAutomation(
  db: CompanyDb,
  me: Me,
  body: z.infer<typeof automationBody>,
): Automation {
  return db.write((tx) => {
    refuseWrong(tx, { id: 0, ...body });
    const row = tx
      .insert(automations)
      .values({ ...body, ...insertTimestamps(db.now()) })
      .returning()
      .get();
    audit(tx, me, row, "automationCreated");
    tx.emit("automation", "create", { automation: row }, readers);
    return row;
  });
}

/** Throws missing, and what `createAutomation` throws. */
export function updateAutomation(
  db: CompanyDb,
  me: Me,
  id: number,
  change: z.infer<typeof automationChange>,
): Automation {
  return db.write((tx) => {
    refuseWrong(tx, { ...findAutomation(tx, id), ...change });
    const row = tx
      .update(automations)
      .set({ ...change, ...updateTimestamps(db.now()) })
      .where(eq(automations.id, id))
      .returning()
      .get();
    setDueTimes(tx, row);
    audit(tx, me, row, "automationChanged");
    tx.emit("automation", "update", { automation: row }, readers);
    return row;
  });
}

/** Throws missing. */
export function removeAutomation(db: CompanyDb, me: Me, id: number) {
  return db.write((tx) => {
    const before = findAutomation(tx, id);
    tx.delete(automations).where(eq(automations.id, id)).run();
    audit(tx, me, before, "automationDeleted");
    tx.emit("automation", "delete", { automationId: id }, readers);
    return {};
  });
}

/**
 * One page of what an automation did and did not, the newest first, on tickets that `me` sees.
 * Throws missing.
 */
export function listRuns(
  db: CompanyDb,
  me: Me,
  id: number,
  { pageNumber }: { pageNumber: number },
) {
  findAutomation(db, id);
  const visible = exists(
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(eq(tickets.id, automationRuns.ticketId), ticketsVisibleTo(me))),
  );
  const { rows, ...rest } = page<AutomationRun>(db, {
    table: automationRuns,
    select: db
      .select({
        id: automationRuns.id,
        dueAt: automationRuns.dueAt,
        state: automationRuns.state,
        reason: automationRuns.reason,
        step: automationRuns.step,
        doneAt: automationRuns.doneAt,
        ticket: { id: tickets.id, uuid: tickets.uuid },
        contact: { id: contacts.id, name: contacts.name },
      })
      .from(automationRuns)
      .innerJoin(tickets, eq(tickets.id, automationRuns.ticketId))
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .$dynamic(),
    where: and(eq(automationRuns.automationId, id), visible),
    order: [desc(automationRuns.id)],
    pageNumber,
  });
  return { records: rows, ...rest };
}

/** How long (ms) runs stay in the log. */
const retention = 30 * 86_400_000;

/** Deletes runs that ended long ago. */
export const deleteOldRuns = (db: CompanyDb) =>
  void db.sqlite.run("DELETE FROM automationRuns WHERE doneAt < ?", [db.now() - retention]);

const readers: Audience = { to: "holders", permission: "automations.read", storeId: null };

/** A changed wait counts for those who wait already. */
function setDueTimes(tx: Tx, { id, event, conditions: { minutes } }: Automation) {
  if (event !== "waiting") return;
  tx.update(automationRuns)
    .set({ dueAt: sql`${automationRuns.since} + ${(minutes ?? 0) * 60_000}` })
    .where(
      and(
        eq(automationRuns.automationId, id),
        eq(automationRuns.state, "due"),
        sql`${automationRuns.since} IS NOT NULL`,
      ),
    )
    .run();
}

function refuseWrong(
  tx: Tx,
  automation: Pick<Automation, "id" | "active" | "event" | "conditions" | "steps">,
) {
  refuseMissing(automation.event, automation.conditions);
  refuseUnusable(tx, automation.steps);
  refuseLoop(tx, automation);
}

function refuseMissing(event: AutomationEvent, conditions: AutomationConditions) {
  const field = conditionOf[event];
  if (field === null || conditions[field]) return;
  throw new Fault("invalid", "ERR_VALIDATION", {
    message: "Diga quando a automação começa",
    fields: { [`conditions.${field}`]: "required" },
  });
}

const audit = (
  tx: Tx,
  me: Me,
  { id, name, active }: Automation,
  action: "automationCreated" | "automationChanged" | "automationDeleted",
) =>
  addAuditEntry(tx, {
    userId: me.id,
    action,
    subject: `automation ${id} ${name}`,
    details: action === "automationDeleted" ? {} : { active },
  });
