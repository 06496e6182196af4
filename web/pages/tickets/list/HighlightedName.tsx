import { Highlighted } from "../../../messages/Formatted.tsx";
import { nameParts } from "../../../messages/name-parts.ts";
import type { Ticket } from "../../../types.ts";

/** The link of a search row. It leads to the message or to the note that was found. */
export const ticketHref = ({ uuid, hit }: Ticket) =>
  `/tickets/${uuid}${hit?.noteId ? "#note-" + hit.noteId : hit?.messageId ? "?message=" + hit.messageId : ""}`;

/** A contact's name, with the search words highlighted. */
export const HighlightedName = ({ name, searchText }: { name: string; searchText: string }) => (
  <Highlighted parts={nameParts(name, searchText)} />
);
