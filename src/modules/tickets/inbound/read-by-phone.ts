import { eq } from "drizzle-orm";
import type { Identifier } from "../../../channel/channel.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { markAllRead } from "../../messages/messages.ts";
import { audienceOf } from "../audience.ts";
import { active } from "../tickets.ts";
import { tickets } from "../table.ts";

/**
 * The contact's messages were read on the company's own phone: the ticket's unread counter becomes
 * zero.
 */
export function markReadByPhone(db: CompanyDb, whatsappId: number, chat: Identifier[]) {
  db.write((tx) => {
    for (const contact of findByIdentifiers(db, chat)) {
      const ticket = active(db, contact.id, whatsappId);
      if (!ticket || (ticket.unreadMessages === 0 && !ticket.markedUnread)) continue;
      markAllRead(tx, ticket.id);
      // `updatedAt` stays: reading must not move the ticket up in everyone's list.
      tx.update(tickets)
        .set({ unreadMessages: 0, markedUnread: false })
        .where(eq(tickets.id, ticket.id))
        .run();
      tx.emit("ticket", "updateUnread", { ticketId: ticket.id }, audienceOf(ticket));
    }
  });
}
