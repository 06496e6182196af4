import { and, desc, eq, gte, inArray, isNotNull } from "drizzle-orm";
import { canSee, type Me } from "../../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { undoWindow } from "../../../shared/limits.ts";
import { messages } from "../../messages/table.ts";
import { dropRatingRequest } from "../attendance/rate.ts";
import { cancelPending } from "../messages/send-as-bot.ts";
import { audienceOf } from "../audience.ts";
import {
  change,
  findTicket,
  isSeenByAssignee,
  loadTicket,
  missing,
  refuseSecond,
  wrongState,
} from "../tickets.ts";
import { ticketEvents, type Ticket } from "../table.ts";
import { lastRun, takeBackRun } from "./undo-macro.ts";
import { hasFailed, waitingSince } from "../waiting.ts";

/**
 * Undoes the last move of a ticket that `me` just made, or the macro that they just ran on it. It
 * cancels messages that were about to leave. Throws missing, or a conflict once the ticket changed
 * again. rules.md#macros
 */
export function undo(db: CompanyDb, me: Me, id: number): Ticket {
  return db.write((tx) => {
    const last = lastMove(tx, id);
    const run = lastRun(tx, me, id);
    if (!run || (last && last.id > run.lastId)) return undoMove(tx, me, id, last);
    const isMoved = last !== undefined && last.id > run.id;
    // The move may have taken the ticket out of their sight.
    const ticket = takeBackRun(tx, me, isMoved ? loadTicket(tx, id) : findTicket(tx, me, id), run);
    return isMoved ? undoMove(tx, me, id, last) : ticket;
  });
}

type Move = typeof ticketEvents.$inferSelect;

const lastMove = (tx: Tx, id: number): Move | undefined =>
  tx
    .select()
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.ticketId, id),
        isNotNull(ticketEvents.fromStatus),
        gte(ticketEvents.at, new Date(tx.now() - 2 * undoWindow.action)),
      ),
    )
    .orderBy(desc(ticketEvents.id))
    .limit(1)
    .get();

function undoMove(tx: Tx, me: Me, id: number, last: Move | undefined): Ticket {
  if (!last?.fromStatus || last.byUserId !== me.id) return missing();
  const before = loadTicket(tx, id);
  const { fromStatus: status, fromQueueId: queueId, fromUserId: userId } = last;
  if (
    before.status !== last.status ||
    before.queueId !== last.queueId ||
    before.userId !== last.userId
  )
    throw wrongState(before);
  const place = { ...before, status, queueId, userId };
  if (!canSee(me, audienceOf(place))) return missing();
  // The earlier assignee may have lost their queue meanwhile, or left.
  if (status === "open" && !isSeenByAssignee(tx, place)) throw wrongState(before);
  if (before.status === "closed") refuseSecond(tx, before.contactId, before.whatsappId);
  cancelPending(tx, id);
  dropRatingRequest(tx, id);
  const unreadMessages = Math.max(before.unreadMessages, last.fromUnread);
  unreadAgain(tx, id, unreadMessages);
  // Without a user: an undo can't be undone.
  return change(
    tx,
    before,
    {
      status,
      queueId,
      userId,
      unreadMessages,
      waitingSince:
        before.status === "closed" ? waitingSince(tx, id, last.at.getTime()) : before.waitingSince,
      sendFailed: hasFailed(tx, id),
    },
    { detail: { cause: "undo" } },
  );
}

/** Marks the contact's last `count` messages as unread. */
function unreadAgain(tx: Tx, ticketId: number, count: number) {
  const theirs = tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false)))
    .orderBy(desc(messages.id))
    .limit(count);
  tx.update(messages).set({ read: false }).where(inArray(messages.id, theirs)).run();
}
