import { useSignals } from "@preact/signals-react/runtime";
import { Check, Eye } from "lucide-react";
import { memo, type ReactNode, useRef } from "react";
import { Avatar } from "../../../kit/Avatar.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { can } from "../../../session/can.ts";
import { me } from "../../../session/session.ts";
import { handOvers } from "../../../parts/notifications/notifications.ts";
import { TimeLabel } from "../../../parts/tickets/TimeLabel.tsx";
import { Unread } from "../../../parts/tickets/Unread.tsx";
import { TicketViewers } from "./TicketViewers.tsx";
import { accept, changingTicketId, openTicket } from "../../../inbox/open-ticket.ts";
import { previewedTicket } from "../../../inbox/open-dialogs.ts";
import { rowSelection } from "./row-selection.ts";
import { selected, selecting, toggle } from "./selection.ts";
import { fetchThread } from "../../../inbox/thread.ts";
import type { Ticket } from "../../../types.ts";
import { assigneeOf, RowDetails } from "./RowDetails.tsx";
import { GoalClock, RowMenu, WindowMark } from "../snooze/lazy-menus.ts";
import { RowName } from "./RowName.tsx";
import { RowPreview } from "./RowPreview.tsx";

type Props = {
  ticket: Ticket;
  tabIndex: number;
  onFocus: () => void;
  isCompact?: boolean;
  /** Whether its customer waits longest in its group. */
  isLongest?: boolean;
  /** The search text, in a list of search results. */
  searchText?: string;
};

/**
 * One ticket of a list, 72 px or 56 high: contact, last message, time and agent. A waiting ticket
 * is accepted, not opened. rules.md#accepted-not-opened
 */
export const TicketRow = memo(
  ({ ticket, tabIndex, onFocus, isCompact = false, isLongest, searchText }: Props) => {
    useSignals();
    const { t } = useTranslation();
    const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
    const { contact, queue, status, unreadMessages, markedUnread } = ticket;
    const isWaiting = status === "pending";
    const isOpen = openTicket.value?.id === ticket.id;
    const isSelected = selected.value.has(ticket.id);
    const prefetch = () => void fetchThread(ticket.id);
    const background =
      isSelected || (isOpen && !selecting.value)
        ? "bg-primary/12"
        : isOpen
          ? "bg-hover"
          : "hover:bg-hover";

    return (
      <div
        data-ticket={ticket.id}
        onFocus={onFocus}
        onPointerEnter={() => (hover.current = setTimeout(prefetch, 60))}
        onPointerLeave={() => clearTimeout(hover.current)}
        {...rowSelection(ticket)}
        className={`border-line group has-[[data-main]:focus-visible]:outline-primary relative flex h-full gap-3 border-b pr-3 pl-4 -outline-offset-2 has-[[data-main]:focus-visible]:outline-2 pointer-coarse:select-none [-webkit-touch-callout:none] ${isCompact ? "py-1" : "py-1.5"} ${background}`}
      >
        {queue && (
          <span
            aria-hidden
            className="absolute inset-y-1.5 left-1 w-1 rounded-full"
            style={{ background: queue.color }}
          />
        )}
        <span className="relative self-center">
          <Avatar
            name={contact.name}
            url={contact.profilePicUrl}
            group={contact.isGroup}
            size={isCompact ? 36 : 44}
          />
          {handOvers.value.has(ticket.id) && (
            <span className="bg-primary ring-base-100 absolute -top-0.5 -left-0.5 size-3 rounded-full ring-2" />
          )}
          {selecting.value && <SelectionMark checked={isSelected} />}
          {isWaiting && (
            <Unread
              count={unreadMessages}
              marked={markedUnread}
              className="ring-base-100 absolute -right-1 -bottom-1 ring-2"
            />
          )}
        </span>
        <div className="flex min-w-0 flex-1 flex-col justify-center">
          <div className="flex items-center gap-2">
            <RowName
              ticket={ticket}
              tabIndex={tabIndex}
              isOpen={isOpen}
              isSelected={isSelected}
              searchText={searchText}
              onFocus={prefetch}
            />
            {isCompact && (
              <span className="text-muted max-w-2/5 shrink truncate text-xs">
                {[queue?.name, assigneeOf(ticket, t)].filter(Boolean).join(" · ")}
              </span>
            )}
            {!isWaiting && <TimeLabel ticket={ticket} isLongest={isLongest} />}
          </div>
          <div className="flex items-center gap-2">
            <p
              className={`text-small min-w-0 flex-1 truncate ${unreadMessages > 0 || markedUnread ? "font-medium" : "text-muted"}`}
            >
              <RowPreview ticket={ticket} isOpen={isOpen} searchText={searchText} />
            </p>
            {isCompact && <TicketViewers ticketId={ticket.id} />}
            {isCompact && <WindowMark ticket={ticket} />}
            {isCompact && <GoalClock ticket={ticket} />}
            {!isWaiting && <Unread count={unreadMessages} marked={markedUnread} />}
          </div>
          {!isCompact && (
            <div className="flex h-5 items-center gap-1.5">
              <TicketViewers ticketId={ticket.id} />
              <RowDetails ticket={ticket} />
              <WindowMark ticket={ticket} />
              <GoalClock ticket={ticket} />
            </div>
          )}
        </div>
        {isWaiting && (
          <div
            className={`flex shrink-0 flex-col items-end justify-between ${isCompact ? "" : "py-0.5"}`}
          >
            <TimeLabel ticket={ticket} isLongest={isLongest} />
            {!selecting.value && (
              <Actions ticket={ticket} tabIndex={tabIndex} isCompact={isCompact} />
            )}
          </div>
        )}
        {!isWaiting && !selecting.value && (
          <span className="bg-hover absolute right-2 bottom-1 hidden rounded-lg group-focus-within:flex group-hover:flex">
            {mayPeek(ticket) && !isOpen && <PeekButton ticket={ticket} tabIndex={tabIndex} />}
            <RowMenu ticket={ticket} tabIndex={tabIndex} onSelect={toggle} />
          </span>
        )}
      </div>
    );
  },
);

/**
 * Users may preview tickets that they may accept. Only users who see all tickets may preview those
 * of others.
 */
const mayPeek = ({ status, userId }: Ticket) =>
  status === "pending" ||
  (can("tickets-manager:showall") && status === "open" && userId !== me.value?.id);

/** Covers the face of a row in selection mode. */
const SelectionMark = ({ checked }: { checked: boolean }) => (
  <span
    aria-hidden
    className={`absolute inset-0 grid place-items-center rounded-full ${checked ? "bg-primary text-primary-content" : "bg-base-100/60"}`}
  >
    <span
      className={`grid size-5 place-items-center rounded-md border-2 ${checked ? "border-primary-content" : "border-(--field-line) bg-base-100"}`}
    >
      {checked && <Check size={14} strokeWidth={3} />}
    </span>
  </span>
);

function Actions({
  ticket,
  tabIndex,
  isCompact,
}: {
  ticket: Ticket;
  tabIndex: number;
  isCompact: boolean;
}) {
  useSignals();
  const { t } = useTranslation();
  return (
    <span className="relative flex items-center gap-0.5">
      {mayPeek(ticket) && (
        <span className="hidden group-focus-within:block group-hover:block xl:block pointer-coarse:block">
          <PeekButton ticket={ticket} tabIndex={tabIndex} />
        </span>
      )}
      <span className="hidden group-focus-within:block group-hover:block">
        <RowMenu ticket={ticket} tabIndex={tabIndex} onSelect={toggle} />
      </span>
      <button
        type="button"
        data-main
        tabIndex={tabIndex}
        aria-label={t("tickets.acceptOf", { name: ticket.contact.name })}
        disabled={changingTicketId.value === ticket.id}
        className={`btn btn-primary btn-soft btn-sm px-2.5 ${isCompact ? "h-6" : "h-7"}`}
        onClick={() => void accept(ticket)}
      >
        {t("tickets.accept")}
      </button>
    </span>
  );
}

function PeekButton({ ticket, tabIndex }: { ticket: Ticket; tabIndex: number }): ReactNode {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t("tickets.peekAt", { name: ticket.contact.name })}
      icon={Eye}
      tabIndex={tabIndex}
      className="size-7!"
      onClick={() => (previewedTicket.value = ticket)}
    />
  );
}
