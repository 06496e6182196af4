import { useSignals } from "@preact/signals-react/runtime";
import { AlarmClock, ArrowRightLeft, AtSign, ShoppingBag, Unplug } from "lucide-react";
import type { StoredKind } from "../../src/shared/notifications.ts";
import { Avatar } from "../kit/Avatar.tsx";
import { CountBadge } from "../kit/CountBadge.tsx";
import { relative, useTranslation } from "../kit/text.ts";
import { plain } from "../messages/format.ts";
import { type StoredNotification, titleOf } from "../parts/notifications/notifications.ts";
import type { Ticket } from "../types.ts";
import { goToTicket } from "./go-to-ticket.ts";
import { openNotification } from "./notification-alerts.ts";

const icons: Record<StoredKind, typeof AtSign> = {
  handedOver: ArrowRightLeft,
  mention: AtSign,
  reminder: AlarmClock,
  order: ShoppingBag,
  connectionDown: Unplug,
};

/** A notification: who did what, the colleague's note, and the customer's last words. */
export function NotificationRow({ notification }: { notification: StoredNotification }) {
  useSignals();
  const { t } = useTranslation();
  const { kind, at, readAt, note, text } = notification;
  const Icon = icons[kind];
  const isNew = readAt === null;
  return (
    <button
      type="button"
      data-closes
      className="menu-item items-start! gap-3! py-2!"
      onClick={() => openNotification(notification)}
    >
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-full ${isNew ? "bg-primary/12 text-primary" : "bg-hover text-muted"}`}
      >
        <Icon size={18} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={`line-clamp-2 min-w-0 flex-1 ${isNew ? "font-semibold" : ""}`}>
            {titleOf(notification)}
          </span>
          <time dateTime={at} className="text-muted shrink-0 text-xs">
            {relative(at)}
          </time>
        </span>
        {note && (
          <span className="border-line text-small mt-0.5 line-clamp-3 border-l border-dashed pl-2 break-words">
            {note}
          </span>
        )}
        {text && <span className="text-muted text-small block truncate">{plain(text)}</span>}
      </span>
      {isNew && (
        <span className="bg-primary mt-2 size-2 shrink-0 rounded-full">
          <span className="sr-only">{t("menu.bell.unread")}</span>
        </span>
      )}
    </button>
  );
}

/** A ticket with unread messages. */
export function UnreadTicket({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, status, queue, lastMessage, lastMessageAt, unreadMessages } = ticket;
  return (
    <button
      type="button"
      data-closes
      className="menu-item gap-3! py-2!"
      onClick={() => goToTicket(ticket)}
    >
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
          <CountBadge
            count={unreadMessages}
            text={t("tickets.unread", { count: unreadMessages })}
          />
        </span>
        <span className="text-muted flex items-center gap-1.5 text-xs">
          {queue && (
            <span
              aria-hidden
              className="size-2 shrink-0 rounded-full"
              style={{ background: queue.color }}
            />
          )}
          <span className="truncate">{queue?.name ?? t("tickets.noQueue")}</span>
          {status === "pending" && (
            <span className="text-waiting shrink-0 font-medium">
              · {t("tickets.lanes.pending")}
            </span>
          )}
        </span>
      </span>
    </button>
  );
}
