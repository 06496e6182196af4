import { useSignals } from "@preact/signals-react/runtime";
import { Check, Eye, PencilLine, Reply } from "lucide-react";
import { memo, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Avatar } from "../../../kit/Avatar.tsx";
import { Chip } from "../../../kit/Chip.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { relative } from "../../../kit/text.ts";
import { can, me } from "../../../session.ts";
import { showAll } from "./list-state.ts";
import { draftOf } from "../write/draft.ts";
import { plain } from "../talk/format.ts";
import { SearchHit, HighlightedName, ticketHref } from "./SearchHit.tsx";
import { TicketViewers } from "./TicketViewers.tsx";
import { accept, changingTicketId, openTicket } from "../open-ticket.ts";
import { previewedTicket } from "../dialogs/previewed-ticket.ts";
import { customerState } from "../presence.ts";
import { useRowSelection } from "./row-selection.ts";
import { rememberSearch } from "./recent-searches.ts";
import { selected, selecting } from "./selection.ts";
import { fetchThread } from "../talk/thread.ts";
import type { Ticket } from "../types.ts";
import { WaitingBadge } from "./WaitingBadge.tsx";

type Props = {
  ticket: Ticket;
  tabIndex: number;
  onFocus: () => void;
  isCompact?: boolean;
  /** The search text, in a list of search results. */
  searchText?: string;
};

/** One ticket of a list, 72 px or 56: who, what last, since when, whose. A waiting one is accepted, not opened. rules.md#accepted-not-opened */
export const TicketRow = memo(({ ticket, tabIndex, onFocus, isCompact = false, searchText }: Props) => {
  useSignals();
  const { t } = useTranslation();
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rowSelection = useRowSelection(ticket);
  const { contact, queue, status, unreadMessages } = ticket;
  const isWaiting = status === "pending";
  const isOpen = openTicket.value?.id === ticket.id;
  const isSelected = selected.value.has(ticket.id);
  const prefetch = () => void fetchThread(ticket.id);
  const background = isSelected || (isOpen && !selecting.value) ? "bg-primary/12" : isOpen ? "bg-hover" : isWaiting && !selecting.value ? "" : "hover:bg-hover";

  return (
    <div
      data-ticket={ticket.id}
      onFocus={onFocus}
      onPointerEnter={() => (hover.current = setTimeout(prefetch, 60))}
      onPointerLeave={() => clearTimeout(hover.current)}
      {...rowSelection}
      className={`border-line group has-[[data-main]:focus-visible]:outline-primary relative flex h-full gap-3 border-b pr-3 pl-4 -outline-offset-2 has-[[data-main]:focus-visible]:outline-2 pointer-coarse:select-none [-webkit-touch-callout:none] ${isCompact ? "py-1" : "py-1.5"} ${background}`}
    >
      {queue && <span aria-hidden className="absolute inset-y-1.5 left-1 w-1 rounded-full" style={{ background: queue.color }} />}
      <span className="relative self-center">
        <Avatar name={contact.name} url={contact.profilePicUrl} group={contact.isGroup} size={isCompact ? 36 : 44} />
        {selecting.value && <SelectionMark checked={isSelected} />}
        {isWaiting && <Unread count={unreadMessages} className="ring-base-100 absolute -right-1 -bottom-1 ring-2" />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col justify-center">
        <div className="flex items-center gap-2">
          <Name ticket={ticket} tabIndex={tabIndex} isOpen={isOpen} isSelected={isSelected} searchText={searchText} onFocus={prefetch} />
          {isCompact && <span className="text-muted max-w-2/5 shrink truncate text-xs">{[queue?.name, assigneeOf(ticket, t)].filter(Boolean).join(" · ")}</span>}
          {!isWaiting && <TimeLabel ticket={ticket} />}
        </div>
        <div className="flex items-center gap-2">
          <p className={`text-small min-w-0 flex-1 truncate ${unreadMessages > 0 ? "font-medium" : "text-muted"}`}>
            <Preview ticket={ticket} isOpen={isOpen} searchText={searchText} />
          </p>
          {isCompact && <TicketViewers ticketId={ticket.id} />}
          {!isWaiting && <Unread count={unreadMessages} />}
        </div>
        {!isCompact && (
          <div className="flex h-5 items-center gap-1.5">
            <TicketViewers ticketId={ticket.id} />
            <Details ticket={ticket} />
          </div>
        )}
      </div>
      {isWaiting && (
        <div className={`flex shrink-0 flex-col items-end justify-between ${isCompact ? "" : "py-0.5"}`}>
          <TimeLabel ticket={ticket} />
          {!selecting.value && <Actions ticket={ticket} tabIndex={tabIndex} isCompact={isCompact} />}
        </div>
      )}
      {!isWaiting && !selecting.value && mayPeek(ticket) && !isOpen && (
        <span className="bg-hover absolute right-2 bottom-1 hidden rounded-lg group-focus-within:block group-hover:block">
          <PeekButton ticket={ticket} tabIndex={tabIndex} />
        </span>
      )}
    </div>
  );
});

/** Users may preview tickets that they may accept; those of others only users who see all. */
const mayPeek = ({ status, userId }: Ticket) => status === "pending" || (can("tickets-manager:showall") && status === "open" && userId !== me.value?.id);

/** Over the face of a row, while one selects. */
const SelectionMark = ({ checked }: { checked: boolean }) => (
  <span aria-hidden className={`absolute inset-0 grid place-items-center rounded-full ${checked ? "bg-primary text-primary-content" : "bg-base-100/60"}`}>
    <span className={`grid size-5 place-items-center rounded-md border-2 ${checked ? "border-primary-content" : "border-(--field-line) bg-base-100"}`}>{checked && <Check size={14} strokeWidth={3} />}</span>
  </span>
);

type NameProps = { ticket: Ticket; tabIndex: number; isOpen: boolean; isSelected: boolean; searchText: string | undefined; onFocus: () => void };

function Name({ ticket, tabIndex, isOpen, isSelected, searchText, onFocus }: NameProps) {
  useSignals();
  const { name } = ticket.contact;
  const shown = searchText ? <HighlightedName name={name} searchText={searchText} /> : name;
  const className = "min-w-0 flex-1 truncate font-semibold outline-none";
  if (selecting.value) {
    return (
      <button type="button" role="checkbox" data-main tabIndex={tabIndex} aria-checked={isSelected} className={`${className} cursor-pointer text-left after:absolute after:inset-0`}>
        {shown}
      </button>
    );
  }
  if (ticket.status === "pending") return <span className={className}>{shown}</span>;
  return (
    <Link
      href={searchText === undefined ? `/tickets/${ticket.uuid}` : ticketHref(ticket)}
      data-main
      tabIndex={tabIndex}
      aria-current={isOpen ? "page" : undefined}
      onFocus={onFocus}
      onClick={() => searchText && rememberSearch(searchText)}
      className={`${className} after:absolute after:inset-0`}
    >
      {shown}
    </Link>
  );
}

/** The search hit, else whether the customer is typing, the draft, or the last message. */
function Preview({ ticket, isOpen, searchText }: { ticket: Ticket; isOpen: boolean; searchText: string | undefined }) {
  useSignals();
  const { t } = useTranslation();
  const customerDoes = customerState(ticket.id);
  const draft = isOpen ? "" : draftOf(ticket.id).value.text.trim();
  const text = plain(ticket.lastMessage) || " ";
  const last = ticket.lastMessageFromMe ? <OwnReply>{text}</OwnReply> : text;
  if (searchText && !customerDoes) return <SearchHit ticket={ticket} searchText={searchText}>{last}</SearchHit>;
  if (customerDoes) return <span className="text-primary font-medium">{t(`tickets.doing.${customerDoes}`)}</span>;
  if (!draft) return last;
  return (
    <>
      <PencilLine size={13} className="text-waiting mr-1 inline align-[-2px]" role="img" aria-label={t("tickets.draft")} />
      {draft}
    </>
  );
}

/** These words are ours. */
function OwnReply({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Reply size={13} className="text-muted mr-1 inline align-[-2px]" role="img" aria-label={t("tickets.answered")} />
      {children}
    </>
  );
}

/** For how long the customer has waited; where nobody waits, the time of the last message. */
function TimeLabel({ ticket }: { ticket: Ticket }) {
  useSignals();
  if (ticket.waitingSince) return <WaitingBadge since={ticket.waitingSince} neutral={ticket.withBot} />;
  return (
    <time dateTime={ticket.lastMessageAt} className="text-muted shrink-0 text-xs">
      {relative(ticket.lastMessageAt)}
    </time>
  );
}

function Unread({ count, className = "" }: { count: number; className?: string }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={`bg-primary text-primary-content tabular grid h-5 min-w-5 shrink-0 place-items-center rounded-full px-1.5 text-xs font-semibold ${className}`}>
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{t("tickets.unread", { count })}</span>
    </span>
  );
}

/** Queue, holder and connection in words, at most two tags. */
function Details({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { queue, whatsapp, tags } = ticket;
  const facts = [queue?.name ?? t("tickets.noQueue"), assigneeOf(ticket, t), whatsapp?.name].filter((fact) => fact !== undefined);
  return (
    <>
      <p className="text-muted min-w-8 shrink truncate text-xs" title={facts.join(" · ")}>
        {facts.join(" · ")}
      </p>
      {tags.slice(0, 2).map(({ id, name, color }) => (
        <Chip key={id} color={color} className="h-4.5! max-w-20! shrink-0 px-1.5!">
          {name}
        </Chip>
      ))}
      {tags.length > 2 && (
        <span className="text-muted text-xs" title={tags.slice(2).map(({ name }) => name).join(", ")}>
          +{tags.length - 2}
        </span>
      )}
    </>
  );
}

// Where all are mine, that needs no word.
function assigneeOf({ status, user }: Ticket, t: (key: string) => string) {
  if (status === "pending") return undefined;
  if (!user) return undefined;
  if (user.id !== me.value?.id) return user.name;
  return showAll.value ? t("tickets.you") : undefined;
}

function Actions({ ticket, tabIndex, isCompact }: { ticket: Ticket; tabIndex: number; isCompact: boolean }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <span className="relative flex items-center gap-0.5">
      {mayPeek(ticket) && (
        <span className="hidden group-focus-within:block group-hover:block xl:block pointer-coarse:block">
          <PeekButton ticket={ticket} tabIndex={tabIndex} />
        </span>
      )}
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
  return <IconButton label={t("tickets.peekAt", { name: ticket.contact.name })} icon={Eye} tabIndex={tabIndex} className="size-7!" onClick={() => (previewedTicket.value = ticket)} />;
}
