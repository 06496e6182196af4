import type { ReactNode } from "react";
import { phone } from "../../../kit/text.ts";
import { Marked } from "../talk/Formatted.tsx";
import { hasNumber, nameParts, snippetParts } from "./hits.ts";
import type { Ticket } from "../types.ts";

/** Where a row of a search leads: to the message that was found, if it was a message. */
export const placeOf = ({ uuid, hit }: Ticket) => `/tickets/${uuid}${hit ? `?message=${hit.messageId}` : ""}`;

/** A contact's name, what was looked for marked. */
export const NameFound = ({ name, wanted }: { name: string; wanted: string }) => <Marked parts={nameParts(name, wanted)} />;

/** What a search found in a ticket: a piece of a message or the number; else whatever else is to be said. */
export function Hit({ ticket, wanted, children }: { ticket: Ticket; wanted: string; children: ReactNode }) {
  const { hit, contact } = ticket;
  if (hit) return <Marked parts={snippetParts(hit.text)} />;
  return hasNumber(contact.number, wanted) ? <Marked parts={[{ text: phone(contact.number), found: true }]} /> : children;
}
