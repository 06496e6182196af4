import { and, asc, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { Fault } from "../../../kit/fault.ts";
import { instantOf, moment } from "../../../kit/http/moment.ts";
import { longestSnooze } from "../../../shared/limits.ts";
import type { Step } from "../step.ts";
import { tickets } from "../table.ts";
import { audienceOf } from "../audience.ts";
import { change, loadTicket, patchRow, seenBy, wrongState } from "../tickets.ts";

/** When a snooze ends: a time, or "reply" for when the customer writes. */
export const snoozeField = z.literal("reply").or(moment);

/**
 * Puts an active ticket away until then, or takes it back with null. Throws missing, a conflict
 * when it is closed, invalid for a time that has passed or is too far. rules.md#snooze
 */
export const snoozeStep =
  (db: CompanyDb, me: Me, until: string | null): Step =>
  (tx, before) => {
    seenBy(me, before);
    const snoozedUntil = until === null || until === "reply" ? until : endOf(db, until);
    if (snoozedUntil?.valueOf() === before.snoozedUntil?.valueOf()) return before;
    if (before.status === "closed") throw wrongState(before);
    return change(tx, before, { snoozedUntil }, { byUserId: me.id });
  };

/** Makes a ticket look unread, or read again, for all who see it. Throws missing. */
export const markUnreadStep =
  (me: Me, markedUnread: boolean): Step =>
  (tx, before) => {
    seenBy(me, before);
    if (before.markedUnread === markedUnread) return before;
    // `updatedAt` stays: a mark must not move the ticket up in everyone's list.
    const ticket = patchRow(tx, before.id, { markedUnread });
    tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
    return ticket;
  };

/**
 * Wakes the tickets whose time has come, also those whose time came while the box was off. They
 * look unread, so that someone notices them. rules.md#snooze
 */
export function wakeDue(db: CompanyDb) {
  const due = dueQuery(db).all({ now: db.now() });
  if (due.length === 0) return;
  db.write((tx) => {
    for (const { id } of due)
      change(tx, loadTicket(tx, id), {
        snoozedUntil: null,
        wokenAt: new Date(tx.now()),
        markedUnread: true,
      });
  });
}

/** The most in one run. */
const batchSize = 50;

const dueQuery = query((db) =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        isNotNull(tickets.snoozedUntil),
        sql`${tickets.snoozedUntil} <= ${sql.placeholder("now")}`,
      ),
    )
    .orderBy(asc(tickets.snoozedUntil))
    .limit(batchSize),
);

function endOf(db: CompanyDb, until: string): Date {
  const at = instantOf(db, until);
  if (at < db.now())
    throw new Fault("invalid", "ERR_SCHEDULE_PAST", {
      message: "Este horário já passou",
      fields: { snoozedUntil: "invalid" },
    });
  if (at > db.now() + longestSnooze)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Adie por um ano no máximo",
      fields: { snoozedUntil: "invalid" },
    });
  return new Date(at);
}
