import {
  AlarmClock,
  AlarmClockOff,
  CalendarClock,
  Mail,
  MailOpen,
  MessageCircleReply,
} from "lucide-react";
import type { MenuItem } from "../../../kit/Menu.tsx";
import { t } from "../../../kit/text.ts";
import type { Ticket } from "../../../types.ts";
import { ticketsToSnooze } from "../../../inbox/open-dialogs.ts";
import { markUnread, snooze, wake } from "../../../inbox/snooze.ts";
import { wakeTime } from "../../../inbox/wake-time.ts";
import { addTexts } from "../../../kit/translations.ts";
import { snoozeEnds } from "./snooze-ends.ts";
import texts from "./texts.json";

addTexts(texts);

/** The ends of a snooze to choose from, with their hours, below the name of the action. */
export function snoozeItems(
  tickets: Ticket[],
  choose = (until: string) => tickets.forEach((ticket) => void snooze(ticket, until)),
): MenuItem[] {
  const [only, ...others] = tickets;
  const items: MenuItem[] = [
    ...(only && others.length === 0 && only.snoozedUntil !== null
      ? [{ label: t("tickets.snooze.wake"), icon: AlarmClockOff, onSelect: () => void wake(only) }]
      : []),
    {
      label: t("tickets.snooze.reply"),
      icon: MessageCircleReply,
      onSelect: () => choose("reply"),
    },
    ...snoozeEnds().map(({ name, at }) => {
      const until = new Date(at).toISOString();
      return {
        label: t(`tickets.snooze.ends.${name}`),
        icon: AlarmClock,
        detail: wakeTime(until),
        onSelect: () => choose(until),
      };
    }),
    {
      label: t("tickets.snooze.other"),
      icon: CalendarClock,
      onSelect: () => (ticketsToSnooze.value = tickets),
    },
  ];
  return items.map((item, index) =>
    index === 0 ? { ...item, heading: t("tickets.snooze.title") } : item,
  );
}

/** Makes a ticket look unread, or read again; new messages are read by opening it. */
export function unreadItems(ticket: Ticket): MenuItem[] {
  if (ticket.unreadMessages > 0) return [];
  return [
    ticket.markedUnread
      ? {
          label: t("tickets.markRead"),
          icon: MailOpen,
          onSelect: () => void markUnread(ticket, false),
        }
      : { label: t("tickets.markUnread"), icon: Mail, onSelect: () => void markUnread(ticket) },
  ];
}
