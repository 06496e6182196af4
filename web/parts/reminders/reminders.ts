import { batch, signal } from "@preact/signals-react";
import type * as remindersTable from "../../../src/modules/reminders/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { addDays, noon } from "../../kit/days.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";
import { readPart } from "../../session/shell-parts.ts";
import { companyMoment } from "../schedules/schedule.ts";

export type Reminder = Wire<remindersTable.Reminder>;

/** The user's due reminders, the longest due first. */
export const dueReminders = signal<Reminder[]>([]);
export const dueFailed = signal(false);

/**
 * Whether the user may end, change and delete a reminder; other viewers of the ticket only read it.
 */
export const mayChange = ({ userId, byUserId }: Reminder) =>
  me.value?.profile === "admin" || me.value?.id === userId || me.value?.id === byUserId;

export const isDue = ({ rungAt, doneAt }: Reminder) => rungAt !== null && doneAt === null;

/** Common times in the server's format: an offset, or a morning in the company's time zone. */
export const quickTimes = ["m10", "m30", "h1", "h3", "tomorrow", "monday"] as const;
export type QuickTime = (typeof quickTimes)[number];

export function timeOf(quick: QuickTime, now = Date.now()): string {
  const minutes = { m10: 10, m30: 30, h1: 60, h3: 180 }[quick as "m10"];
  if (minutes) return new Date(now + minutes * 60_000).toISOString();
  const today = companyMoment(now).slice(0, 10);
  const days = quick === "tomorrow" ? 1 : 8 - (noon(today).getUTCDay() || 7);
  return `${addDays(today, days)}T09:00`;
}

/** Ends a reminder or reopens it. */
export async function setDone({ id }: Reminder, done: boolean) {
  try {
    const changed = await api.put<Reminder>(`/reminders/${id}`, { done });
    put(changed);
    if (done)
      toast.success(t("reminders.finished"), {
        label: t("tickets.undo"),
        run: () => void setDone(changed, false),
      });
  } catch (error) {
    toast.error(error);
  }
}

/** Postpones a reminder; it rings again then. */
export async function postpone({ id }: Reminder, quick: QuickTime) {
  try {
    put(await api.put<Reminder>(`/reminders/${id}`, { dueAt: timeOf(quick) }));
  } catch (error) {
    toast.error(error);
  }
}

/**
 * Keeps the due reminders current. Calls `onRing` when a reminder of this user is due. Returns a
 * function that ends this.
 */
export function followReminders(onRing: (reminder: Reminder) => void) {
  // Tickets with a reminder of this user that went out of sight. A ticket that comes back brings
  // its reminder back.
  const lost = new Set<number>();
  void readDue();
  const closers = [
    live.on("reminder", ({ action, reminder, reminderId }) => {
      const changed = reminder as Reminder | undefined;
      if (!changed) return drop(({ id }) => id === reminderId);
      put(changed);
      if (action === "ring" && changed.userId === me.peek()?.id) onRing(changed);
    }),
    live.on("ticket", ({ action, ticketId, ticket }) => {
      const id = Number(ticketId);
      if (action === "delete" && dueReminders.peek().some((one) => one.ticketId === id)) {
        lost.add(id);
        drop((one) => one.ticketId === id);
      } else if (ticket && lost.delete((ticket as { id: number }).id)) void readDue();
    }),
    live.onReset(() => void readDue()),
  ];
  return () => closers.forEach((close) => close());
}

export async function readDue() {
  const thisRound = ++round;
  try {
    const { records } = await readPart<{ records: Reminder[] }>("reminders");
    if (thisRound !== round) return;
    batch(() => {
      dueReminders.value = records;
      dueFailed.value = false;
    });
  } catch {
    if (thisRound === round) dueFailed.value = true;
  }
}

let round = 0;

function put(changed: Reminder) {
  const others = dueReminders.peek().filter(({ id }) => id !== changed.id);
  const belongs = isDue(changed) && changed.userId === me.peek()?.id;
  if (!belongs && others.length === dueReminders.peek().length) return;
  dueReminders.value = belongs
    ? [...others, changed].sort((one, other) => one.dueAt.localeCompare(other.dueAt))
    : others;
}

function drop(gone: (reminder: Reminder) => boolean) {
  if (dueReminders.peek().some(gone))
    dueReminders.value = dueReminders.peek().filter((one) => !gone(one));
}
