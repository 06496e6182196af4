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
  isSeenByAssignee,
  loadTicket,
  missing,
  refuseSecond,
  wrongState,
} from "../tickets.ts";
import { ticketEvents, type Ticket } from "../table.ts";
import { hasFailed, waitingSince } from "../waiting.ts";

/**
 * Undoes the last move of a ticket that `me` just made, and cancels messages that it was about to
 * send. Throws missing, or a conflict once the ticket changed again.
 */
export function undo(db: CompanyDb, me: Me, id: number): Ticket {
  return db.write((tx) => {
    const last = tx
      .select()
      .from(ticketEvents)
      .where(
        and(
          eq(ticketEvents.ticketId, id),
          isNotNull(ticketEvents.fromStatus),
          gte(ticketEvents.at, new Date(db.now() - 2 * undoWindow.action)),
        ),
      )
      .orderBy(desc(ticketEvents.id))
      .limit(1)
      .get();
    if (!last?.fromStatus || last.byUserId !== me.id) return missing();
    const before = loadTicket(db, id);
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
    if (status === "open" && !isSeenByAssignee(db, place)) throw wrongState(before);
    if (before.status === "closed") refuseSecond(db, before.contactId, before.whatsappId);
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
          before.status === "closed"
            ? waitingSince(db, id, last.at.getTime())
            : before.waitingSince,
        sendFailed: hasFailed(db, id),
      },
      { detail: { cause: "undo" } },
    );
  });
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
