import { effect } from "@preact/signals-react";
import { t } from "../kit/text.ts";
import { dueReminders, followReminders } from "../parts/reminders/reminders.ts";
import { goToTicket } from "./go-to-ticket.ts";
import { isMuted } from "./notification-prefs.ts";
import { showNotice, takeBackNotices } from "./notifications.ts";
import { ring } from "./sound.ts";

/**
 * Keeps the user's reminders current. Rings and notifies when one is due. Returns a function that
 * ends this. rules.md#reminders
 */
export function watchReminders() {
  const closers = [
    followReminders(({ id, text, contact, ticket }) => {
      if (isMuted({ queueId: null })) return;
      ring();
      showNotice("reminder", id, {
        title: contact.name,
        body: text || t("reminders.rings"),
        onOpen: () => goToTicket(ticket),
      });
    }),
    effect(() => takeBackNotices("reminder", new Set(dueReminders.value.map(({ id }) => id)))),
  ];
  return () => closers.forEach((close) => close());
}
