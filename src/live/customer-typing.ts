import type { Identifier } from "../channel/channel.ts";
import type { Hub } from "./hub.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { findByIdentifiers } from "../modules/contacts/find-by-identifier.ts";
import { audienceOf } from "../modules/tickets/audience.ts";
import { active } from "../modules/tickets/tickets.ts";
import type { TypingState } from "../shared/states.ts";

/** Sends a customer's typing to the users who may see their active ticket on that connection. */
export function showCustomerTyping(
  hub: Hub,
  db: CompanyDb,
  whatsappId: number,
  from: Identifier[],
  state: TypingState,
) {
  for (const contact of findByIdentifiers(db, from)) {
    const ticket = contact.active ? active(db, contact.id, whatsappId) : undefined;
    if (ticket)
      hub.sendTransient(
        db.company,
        { event: "contactTyping", ticketId: ticket.id, state },
        audienceOf(ticket),
      );
  }
}
