import { hideNumbers } from "../../../kit/http/hidden.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { fill, type Facts } from "../../../shared/variables.ts";
import * as contacts from "../../contacts/contacts.ts";
import { wordsOf } from "../../contacts/field-definitions.ts";
import * as users from "../../users/users.ts";
import type { Ticket } from "../table.ts";

/**
 * Fills in a text's variables for a ticket, on behalf of a user; by default the ticket's assignee.
 * `order`: the order that the text is about. rules.md#variables
 */
export function fillVariables(
  db: CompanyDb,
  ticket: Ticket,
  text: string,
  userId = ticket.userId,
  order?: Facts["order"],
): string {
  if (!text.includes("{{")) return text;
  const { name: company, timezone } = db.about();
  const contact = {
    ...contacts.findContact(db, ticket.contactId),
    extraInfo: wordsOf(db, ticket.contactId),
  };
  const isHidden = userId !== null && users.meOf(db, userId, false)?.hidesNumbers;
  return fill(text, {
    contact: isHidden ? hideNumbers(contact) : contact,
    ticket,
    company,
    timezone,
    order,
    now: db.now(),
    // Few texts name the user.
    get user() {
      return userId === null ? "" : users.findUser(db, userId).name;
    },
    queue: ticket.queue?.name ?? "",
    connection: ticket.whatsapp?.name ?? "",
  });
}
