import { eq } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import type { SkipReason } from "../../shared/automations.ts";
import { startOfOpenTime, type OpenSpan } from "../../shared/open-time.ts";
import { orderStatus } from "../order-status/table.ts";
import { openHours } from "../queues/open-hours.ts";
import { tags } from "../tags/table.ts";
import { ticketEvents, type Ticket } from "../tickets/table.ts";
import type { Automation, automationRuns } from "./table.ts";

type Run = typeof automationRuns.$inferSelect;

/** The most automations of which each is the effect of the one before. */
const deepest = 3;
/** A run that is so late (ms) is not made up for. */
const tooLate = 86_400_000;

const minute = 60_000;

/** Returns whether a due run takes its steps now, waits on, or is skipped for a reason. */
export function decideRun(
  tx: Tx,
  automation: Automation,
  run: Run,
  ticket: Ticket,
): "take" | "wait" | SkipReason {
  const { active, event, conditions } = automation;
  if (!active) return "inactive";
  if (run.depth >= deepest) return "loop";
  if (ticket.isGroup) return "group";
  if (run.since === null && tx.now() - run.dueAt.getTime() > tooLate) return "late";
  if (event === "waiting") {
    if (ticket.waitingSince?.getTime() !== run.since?.getTime()) return "ended";
    if (!isReached(tx, ticket, conditions.minutes ?? 0)) return "wait";
  }
  const { queueIds, hours } = conditions;
  if (queueIds.length > 0 && (ticket.queueId === null || !queueIds.includes(ticket.queueId)))
    return "queue";
  if (hours !== "any" && isOpen(tx, ticket.queueId) !== (hours === "open")) return "hours";
  return event === "waiting" || isMet(tx, automation, run) ? "take" : "condition";
}

/** Whether the event of a run is the one that the automation waits for. */
function isMet(tx: Tx, { event, conditions }: Automation, { eventId }: Run): boolean {
  if (event === "newTicket") return true;
  const { detail } =
    tx
      .select({ detail: ticketEvents.detail })
      .from(ticketEvents)
      .where(eq(ticketEvents.id, eventId ?? 0))
      .get() ?? {};
  if (event === "rated") return (detail?.rate ?? Infinity) < (conditions.below ?? 0);
  const [table, rowId] =
    event === "tagged"
      ? ([tags, conditions.tagId] as const)
      : ([orderStatus, conditions.statusId] as const);
  const { name } =
    tx
      .select({ name: table.name })
      .from(table)
      .where(eq(table.id, rowId ?? 0))
      .get() ?? {};
  if (name === undefined) return false;
  return event === "tagged"
    ? detail?.tags?.includes(name) === true
    : detail?.order?.status === name;
}

/** Whether a customer waits for people for so many minutes of opening hours. */
function isReached(tx: Tx, ticket: Ticket, minutes: number): boolean {
  if (ticket.waitingSince === null || ticket.withBot || ticket.snoozedUntil !== null) return false;
  const start = startOfOpenTime(spansOf(tx, ticket.queueId), minutes * minute, tx.now());
  return start !== undefined && ticket.waitingSince.getTime() <= start;
}

const isOpen = (tx: Tx, queueId: number | null) =>
  spansOf(tx, queueId)?.some(([from, to]) => from <= tx.now() && tx.now() < to) ?? true;

/** The open hours that count for a queue; undefined where it is always open. */
function spansOf(tx: Tx, queueId: number | null): OpenSpan[] | undefined {
  const { counted, company, queues } = openHours(tx);
  if (counted === "company") return company;
  if (counted !== "queue" || queueId === null) return undefined;
  return queues.find(({ id }) => id === queueId)?.spans;
}
