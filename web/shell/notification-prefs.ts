import { effect, signal } from "@preact/signals-react";
import { isQuiet, type QuietHours } from "../../src/shared/quiet-hours.ts";
import type { Ticket } from "../types.ts";
import { me } from "../session/session.ts";

/** A user's notification settings on this device. */
export type NotificationPrefs = { notices: boolean; mutedQueues: number[]; quiet: QuietHours };

const defaults: NotificationPrefs = {
  notices: true,
  mutedQueues: [],
  quiet: { on: false, from: "18:00", to: "08:00" },
};

export const notificationPrefs = signal<NotificationPrefs>(defaults);

export function setNotificationPrefs(change: Partial<NotificationPrefs>) {
  notificationPrefs.value = { ...notificationPrefs.peek(), ...change };
  localStorage.setItem(storageKey(), JSON.stringify(notificationPrefs.peek()));
}

/** Whether a ticket must not ring now. The bell still counts it. */
export function isMuted({ queueId }: Pick<Ticket, "queueId">, now = new Date()) {
  const { mutedQueues, quiet } = notificationPrefs.peek();
  return (
    (queueId !== null && mutedQueues.includes(queueId)) ||
    isQuiet(quiet, now.toTimeString().slice(0, 5))
  );
}

const storageKey = () => `alerts:${me.peek()?.id ?? 0}`;

function stored(): NotificationPrefs {
  try {
    return {
      ...defaults,
      ...(JSON.parse(localStorage.getItem(storageKey()) ?? "{}") as Partial<NotificationPrefs>),
    };
  } catch {
    return defaults;
  }
}

effect(() => {
  if (me.value) notificationPrefs.value = stored();
});
window.addEventListener("storage", ({ key }) => {
  if (key === storageKey()) notificationPrefs.value = stored();
});
