import { useSignals } from "@preact/signals-react/runtime";
import { Bell as BellIcon, BellOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../kit/Avatar.tsx";
import { relative } from "../kit/text.ts";
import { plain } from "../pages/tickets/talk/format.ts";
import type { Ticket } from "../pages/tickets/types.ts";
import { NotificationSettings } from "./NotificationSettings.tsx";
import { Popover } from "./Popover.tsx";
import { readUnread, unreadState, unreadTickets } from "./unread.ts";
import { goToTicket } from "./go-to-ticket.ts";

/** The tickets that have something to read, and how this browser tells of new ones. */
export function Bell() {
  useSignals();
  const { t } = useTranslation();
  const { length } = unreadTickets.value;
  return (
    <Popover label={length > 0 ? t("menu.bell.some", { count: length }) : t("menu.bell.title")} icon={BellIcon} badge={length} title={t("menu.bell.title")}>
      <Unread />
      <NotificationSettings />
    </Popover>
  );
}

function Unread() {
  useSignals();
  const { t } = useTranslation();
  const tickets = unreadTickets.value;
  if (unreadState.value === "failed") {
    return (
      <p className="flex items-center gap-3 p-4">
        <span className="min-w-0 flex-1">{t("common.listFailed")}</span>
        <button type="button" className="btn btn-sm" onClick={() => void readUnread()}>
          {t("common.retry")}
        </button>
      </p>
    );
  }
  if (tickets.length === 0) {
    return (
      <p className="text-muted flex items-center gap-3 px-4 py-5">
        <BellOff size={18} aria-hidden className="shrink-0" />
        {t("menu.bell.none")}
      </p>
    );
  }
  return (
    <ul aria-label={t("menu.bell.unread")} className="max-h-[min(28rem,60dvh)] overflow-y-auto p-1.5">
      {tickets.map((ticket, index) => (
        <li key={ticket.id}>
          <UnreadTicket ticket={ticket} first={index === 0} />
        </li>
      ))}
    </ul>
  );
}

export function UnreadTicket({ ticket, first }: { ticket: Ticket; first?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, status, queue, lastMessage, lastMessageAt, unreadMessages } = ticket;
  return (
    <button type="button" data-closes data-first={first || undefined} className="menu-item gap-3! py-2!" onClick={() => goToTicket(ticket)}>
      <Avatar name={contact.name} url={contact.profilePicUrl} group={contact.isGroup} size={36} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">{contact.name}</span>
          <time dateTime={lastMessageAt} className="text-muted shrink-0 text-xs">
            {relative(lastMessageAt)}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span className="text-small min-w-0 flex-1 truncate">{plain(lastMessage)}</span>
          <span className="bg-primary text-primary-content tabular grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full px-1 text-xs font-semibold">
            <span aria-hidden>{unreadMessages > 99 ? "99+" : unreadMessages}</span>
            <span className="sr-only">{t("tickets.unread", { count: unreadMessages })}</span>
          </span>
        </span>
        <span className="text-muted flex items-center gap-1.5 text-xs">
          {queue && <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: queue.color }} />}
          <span className="truncate">{queue?.name ?? t("tickets.noQueue")}</span>
          {status === "pending" && <span className="text-waiting shrink-0 font-medium">· {t("tickets.lanes.pending")}</span>}
        </span>
      </span>
    </button>
  );
}
