import { useSignals } from "@preact/signals-react/runtime";
import type { Facts } from "../../../../src/shared/variables.ts";
import { me } from "../../../session.ts";
import { useContact } from "../panel/full-contacts.ts";
import type { Ticket } from "../types.ts";

/** The values of a ticket's variables; null until its contact was read, which happens when it is `wanted`. */
export function useVariableValues(ticket: Ticket, wanted: boolean): Facts | null {
  useSignals();
  const contact = useContact(ticket.contactId, wanted).contact.value;
  if (!contact || !me.value) return null;
  const { name: user, company } = me.value!;
  return { contact, ticket, user, queue: ticket.queue?.name ?? "", connection: ticket.whatsapp?.name ?? "", company: company.name, now: Date.now(), timezone: company.timezone };
}
