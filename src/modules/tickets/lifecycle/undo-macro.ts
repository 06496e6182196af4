import { and, asc, desc, eq, gt, gte, inArray, lte, max, sql } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import type { Tx } from "../../../kit/db/company-db.ts";
import { undoWindow } from "../../../shared/limits.ts";
import { tags } from "../../tags/table.ts";
import { takeBackNote } from "../notes/notes.ts";
import { setTags } from "../notes/ticket-tags.ts";
import { ticketEvents, type Ticket } from "../table.ts";
import { change } from "../tickets.ts";

/** A run of a macro by its event, and the id of the last event that it left on its ticket. */
export type MacroRun = { id: number; lastId: number };

/** Notes at a run's event how many events followed it, so that an undo finds them. */
export function closeRun(tx: Tx, ticketId: number, runId: number) {
  const last = tx
    .select({ id: max(ticketEvents.id) })
    .from(ticketEvents)
    .where(eq(ticketEvents.ticketId, ticketId))
    .get()!.id!;
  const detail = sql`json_set(detail, '$.events', ${last - runId})`;
  tx.update(ticketEvents).set({ detail }).where(eq(ticketEvents.id, runId)).run();
}

/** The last macro that `me` has just run on a ticket, unless it is undone. */
export function lastRun(tx: Tx, me: Me, ticketId: number): MacroRun | undefined {
  const run = tx
    .select({ id: ticketEvents.id, detail: ticketEvents.detail })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.ticketId, ticketId),
        eq(ticketEvents.kind, "automation"),
        eq(ticketEvents.byUserId, me.id),
        gte(ticketEvents.at, new Date(tx.now() - 2 * undoWindow.action)),
      ),
    )
    .orderBy(desc(ticketEvents.id))
    .limit(1)
    .get();
  return run?.detail?.events ? { id: run.id, lastId: run.id + run.detail.events } : undefined;
}

/**
 * Takes back the notes, the tags and the snooze of a run. Tags that others changed since stay as
 * they are. Returns the ticket.
 */
export function takeBackRun(tx: Tx, me: Me, ticket: Ticket, { id, lastId }: MacroRun): Ticket {
  const events = tx
    .select({ kind: ticketEvents.kind, detail: ticketEvents.detail })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.ticketId, ticket.id),
        gt(ticketEvents.id, id),
        lte(ticketEvents.id, lastId),
      ),
    )
    .orderBy(asc(ticketEvents.id))
    .all();
  const tagIds = new Set(ticket.tags.map((tag) => tag.id));
  for (const { kind, detail } of events.toReversed()) {
    if (kind === "noted" && detail?.noteId) takeBackNote(tx, ticket, detail.noteId);
    const ids = idsOf(tx, (kind === "tagged" || kind === "untagged") && detail?.tags);
    for (const tagId of ids) {
      if (kind === "tagged") tagIds.delete(tagId);
      else tagIds.add(tagId);
    }
  }
  tx.update(ticketEvents)
    .set({ detail: sql`json_remove(detail, '$.events')` })
    .where(eq(ticketEvents.id, id))
    .run();
  const tagged = setTags(tx, ticket, [...tagIds], me.id);
  return tagged.snoozedUntil !== null && events.some(({ kind }) => kind === "snoozed")
    ? change(tx, tagged, { snoozedUntil: null }, { byUserId: me.id })
    : tagged;
}

/** The tags by their names, without those that are gone. */
const idsOf = (tx: Tx, names: string[] | false | undefined) =>
  names
    ? tx
        .select({ id: tags.id })
        .from(tags)
        .where(inArray(tags.name, names))
        .all()
        .map((tag) => tag.id)
    : [];
