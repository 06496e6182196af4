import type { ReactNode } from "react";
import { phone, useTranslation } from "../../../kit/text.ts";
import { Highlighted } from "../../../messages/Formatted.tsx";
import { hasNumber, snippetParts } from "../../../messages/search-hits.ts";
import type { Ticket } from "../../../types.ts";

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
  const { t } = useTranslation();
  const { hit, contact } = ticket;
  if (hit)
    return (
      <>
        {hit.noteId && `${t("tickets.search.note")}: `}
        <Highlighted parts={snippetParts(hit.text)} />
      </>
    );
  return hasNumber(contact.number, searchText) ? (
    <Highlighted parts={[{ text: phone(contact.number), isMatch: true }]} />
  ) : (
    children
  );
}
