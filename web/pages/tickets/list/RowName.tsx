import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { HighlightedName, ticketHref } from "./HighlightedName.tsx";
import { backToComposer } from "../../../inbox/composer-focus.ts";
import { previewedTicket } from "../../../inbox/open-dialogs.ts";
import { selecting } from "./selection.ts";
import type { Ticket } from "../../../types.ts";

type Props = {
  ticket: Ticket;
  tabIndex: number;
  isOpen: boolean;
  isSelected: boolean;
  searchText: string | undefined;
  onFocus: () => void;
};

/**
 * A row's contact. A click opens the ticket, previews a waiting one, or selects it in selection
 * mode. rules.md#accepted-not-opened
 */
export function RowName({ ticket, tabIndex, isOpen, isSelected, searchText, onFocus }: Props) {
  useSignals();
  const { name } = ticket.contact;
  const content = searchText ? <HighlightedName name={name} searchText={searchText} /> : name;
  const className = "min-w-0 flex-1 truncate font-semibold outline-none";
  if (selecting.value) {
    return (
      <button
        type="button"
        role="checkbox"
        data-main
        tabIndex={tabIndex}
        aria-checked={isSelected}
        className={`${className} cursor-pointer text-left after:absolute after:inset-0`}
      >
        {content}
      </button>
    );
  }
  if (ticket.status === "pending") {
    // For keyboards, the eye button next to it does the same.
    return (
      <button
        type="button"
        tabIndex={-1}
        className={`${className} cursor-pointer text-left after:absolute after:inset-0`}
        onClick={() => (previewedTicket.value = ticket)}
      >
        {content}
      </button>
    );
  }
  return (
    <Link
      href={searchText === undefined ? `/tickets/${ticket.uuid}` : ticketHref(ticket)}
      data-main
      tabIndex={tabIndex}
      aria-current={isOpen ? "page" : undefined}
      onFocus={onFocus}
      onClick={() => {
        if (searchText) void remember(searchText);
        if (isOpen) backToComposer();
      }}
      className={`${className} after:absolute after:inset-0`}
    >
      {content}
    </Link>
  );
}

const remember = async (text: string) =>
  (await import("./recent-searches.ts")).rememberSearch(text);
