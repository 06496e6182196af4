import type { ReactNode } from "react";
import { phone } from "../../../kit/text.ts";
import { Highlighted } from "../../../messages/Formatted.tsx";
import { hasNumber, nameParts, snippetParts } from "../../../messages/search-hits.ts";
import type { Ticket } from "../../../types.ts";

/** The link of a search row. It leads to the message when the hit is a message. */
export const ticketHref = ({ uuid, hit }: Ticket) =>
  `/tickets/${uuid}${hit ? `?message=${hit.messageId}` : ""}`;

/** A contact's name, with the search words highlighted. */
export const HighlightedName = ({ name, searchText }: { name: string; searchText: string }) => (
  <Highlighted parts={nameParts(name, searchText)} />
);

/** The search hit in a ticket: part of a message, or the number; else the given fallback. */
export function SearchHit({
  ticket,
  searchText,
  children,
}: {
  ticket: Ticket;
  searchText: string;
  children: ReactNode;
}) {
  const { hit, contact } = ticket;
  if (hit) return <Highlighted parts={snippetParts(hit.text)} />;
  return hasNumber(contact.number, searchText) ? (
    <Highlighted parts={[{ text: phone(contact.number), isMatch: true }]} />
  ) : (
    children
  );
}
