import { and, eq } from "drizzle-orm";
import type { Me } from "../../kit/audience.ts";
import type { Store } from "../../kit/store.ts";
import { messages } from "../messages/table.ts";
import { find, sightOf } from "./tickets.ts";
import { tickets } from "./table.ts";

/** The agent has read the ticket: its counter falls to zero everywhere. Throws missing. doc 4 §1.12 */
export function markRead(store: Store, me: Me, ticketId: number) {
  return store.write((tx, emit) => {
    const ticket = find(store, me, ticketId);
    tx.update(messages).set({ read: true }).where(and(eq(messages.ticketId, ticketId), eq(messages.read, false))).run();
    if (ticket.unreadMessages === 0) return {};
    // No new `updatedAt`: reading must not move a ticket to the top of everyone's list.
    tx.update(tickets).set({ unreadMessages: 0 }).where(eq(tickets.id, ticketId)).run();
    emit("ticket", "updateUnread", { ticketId }, sightOf(ticket));
    return {};
  });
}
