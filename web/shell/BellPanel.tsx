import { useSignals } from "@preact/signals-react/runtime";
import { BellOff, HeartPulse } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { useTranslation } from "../kit/text.ts";
import { LoadFailed } from "../lists/NextPage.tsx";
import {
  markNotificationsRead,
  notifications,
  notificationsFailed,
  readNotifications,
  unreadNotifications,
} from "../parts/notifications/notifications.ts";
import { ReminderRow } from "../parts/reminders/ReminderRow.tsx";
import { dueFailed, dueReminders, readDue } from "../parts/reminders/reminders.ts";
import { NotificationRow, UnreadTicket } from "./BellRows.tsx";
import { goToTicket } from "./go-to-ticket.ts";
import { healthTroubles } from "./health-alerts.ts";
import { NotificationSettings } from "./NotificationSettings.tsx";
import { Sound } from "./Sound.tsx";
import { readUnread, unreadInBell, unreadState } from "./unread.ts";

/** The bell's panel: unread tickets, reminders, notifications, and the settings of this browser. */
export function BellPanel({ onFilled }: { onFilled: () => void }) {
  useSignals();
  const { t } = useTranslation();
  useEffect(onFilled, []);
  return (
    <>
      {unreadNotifications.value > 0 && (
        <p className="border-line flex items-center gap-2 border-b py-1.5 pr-1.5 pl-4">
          <span className="flex-1 font-medium">{t("menu.bell.title")}</span>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            onClick={() => void markNotificationsRead({ all: true })}
          >
            {t("menu.bell.readAll")}
          </button>
        </p>
      )}
      <HealthNote />
      <DueReminders />
      <List />
      <Sound />
      <NotificationSettings />
    </>
  );
}

/** Unread tickets and notifications, the unread ones first, then the latest. */
function List() {
  useSignals();
  const { t } = useTranslation();
  if (unreadState.value === "failed" || notificationsFailed.value)
    return (
      <div className="px-4 py-3">
        <LoadFailed
          retry={() => {
            void readUnread();
            void readNotifications();
          }}
        />
      </div>
    );
  const due = new Set(dueReminders.value.map(({ id }) => id));
  const rows = [
    ...unreadInBell.value.map((ticket) => ({
      key: `ticket ${ticket.id}`,
      isRead: false,
      at: ticket.lastMessageAt,
      row: <UnreadTicket ticket={ticket} />,
    })),
    ...notifications.value
      .filter(({ reminderId }) => reminderId === null || !due.has(reminderId))
      .map((notification) => ({
        key: `notification ${notification.id}`,
        isRead: notification.readAt !== null,
        at: notification.at,
        row: <NotificationRow notification={notification} />,
      })),
  ].sort(
    (one, other) =>
      Number(one.isRead) - Number(other.isRead) || Date.parse(other.at) - Date.parse(one.at),
  );
  if (rows.length === 0)
    return due.size + healthTroubles.value > 0 ? null : (
      <p className="text-muted flex items-center gap-3 px-4 py-5">
        <BellOff size={18} aria-hidden className="shrink-0" />
        {t("menu.bell.none")}
      </p>
    );
  return (
    <ul
      aria-label={t("menu.bell.title")}
      className="max-h-[min(28rem,50dvh)] overflow-y-auto p-1.5"
    >
      {rows.map(({ key, row }) => (
        <li key={key}>{row}</li>
      ))}
    </ul>
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
