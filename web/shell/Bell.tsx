import { useSignals } from "@preact/signals-react/runtime";
import { Bell as BellIcon, BellOff, HeartPulse } from "lucide-react";
import { Link } from "wouter";
import { Avatar } from "../kit/Avatar.tsx";
import { CountBadge } from "../kit/CountBadge.tsx";
import { relative, useTranslation } from "../kit/text.ts";
import { plain } from "../messages/format.ts";
import { ReminderRow } from "../parts/reminders/ReminderRow.tsx";
import { dueFailed, dueReminders, readDue } from "../parts/reminders/reminders.ts";
import type { Ticket } from "../types.ts";
import { healthTroubles } from "./health-alerts.ts";
import { NotificationSettings } from "./NotificationSettings.tsx";
import { PopoverList } from "./PopoverList.tsx";
import { readUnread, unreadState, unreadTickets } from "./unread.ts";
import { goToTicket } from "./go-to-ticket.ts";

/** The unread tickets, and this browser's notification settings. */
export function Bell() {
  useSignals();
  const { t } = useTranslation();
  const rows = unreadTickets.value;
  const due = dueReminders.value.length;
  const troubles = healthTroubles.value;
  const title = t("menu.bell.title");
  const label = rows.length > 0 ? t("menu.bell.some", { count: rows.length }) : title;
  return (
    <PopoverList
      title={title}
      label={
        due > 0
          ? `${title}: ${rows.length + due} · ${t("reminders.waiting", { count: due })}`
          : label
      }
      icon={BellIcon}
      badge={rows.length + due + troubles}
      above={
        <>
          <HealthNote />
          <DueReminders />
        </>
      }
      rows={rows}
      row={(ticket) => <UnreadTicket ticket={ticket} />}
      none={due + troubles > 0 ? undefined : t("menu.bell.none")}
      noneIcon={BellOff}
      onRetry={unreadState.value === "failed" && (() => void readUnread())}
    >
      <NotificationSettings />
    </PopoverList>
  );
}

/** Links the owner of the box to its problems. */
function HealthNote() {
  useSignals();
  const { t } = useTranslation();
  if (healthTroubles.value === 0) return null;
  return (
    <div className="border-line border-b p-1.5">
      <Link href="/health" data-closes className="menu-item gap-3! py-2!">
        <HeartPulse size={18} aria-hidden className="text-waiting shrink-0" />
        <span className="min-w-0 flex-1">{t("menu.bell.health")}</span>
      </Link>
    </div>
  );
}

/** The due reminders. */
function DueReminders() {
  useSignals();
  const { t } = useTranslation();
  const due = dueReminders.value;
  if (dueFailed.value) {
    return (
      <p className="border-line flex items-center gap-3 border-b p-4">
        <span className="min-w-0 flex-1">{t("reminders.failed")}</span>
        <button type="button" className="btn btn-sm" onClick={() => void readDue()}>
          {t("common.retry")}
        </button>
      </p>
    );
  }
  if (due.length === 0) return null;
  return (
    <div className="border-line border-b p-1.5">
      <p className="text-muted px-2.5 pt-1 pb-0.5 text-xs font-medium">{t("reminders.title")}</p>
      <ul aria-label={t("reminders.title")} className="max-h-[min(16rem,30dvh)] overflow-y-auto">
        {due.map((reminder) => (
          <li key={reminder.id}>
            <ReminderRow reminder={reminder} onOpen={() => goToTicket(reminder.ticket)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

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
