import { api } from "../kit/api.ts";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import type { Ticket } from "../types.ts";
import { focusTarget, nextTicket, putTicket } from "./list-state.ts";
import { leaveTicket } from "./open-ticket.ts";
import { wakeTime } from "./wake-time.ts";

/** Puts a ticket away until a time or until its customer writes; a toast can take that back. */
export async function snooze(ticket: Ticket, until: string) {
  const next = nextTicket(ticket.id);
  if (!(await change(ticket, { snoozedUntil: until }))) return;
  toast.info(
    until === "reply"
      ? t("tickets.snooze.doneUntilReply")
      : t("tickets.snooze.done", { time: wakeTime(until) }),
    {
      label: t("tickets.undo"),
      run: () => void change(ticket, { snoozedUntil: ticket.snoozedUntil }),
    },
  );
  leaveTicket(ticket, next);
}

/** Takes a ticket back that was put away. */
export const wake = (ticket: Ticket) => change(ticket, { snoozedUntil: null });

/** Marks a ticket as unread, and leaves it: to read on would mark it as read. */
export async function markUnread(ticket: Ticket, markedUnread = true) {
  if (!(await change(ticket, { markedUnread }))) return;
  if (!markedUnread) return;
  leaveTicket(ticket, undefined);
  focusTarget.value = ticket.id;
}

async function change(
  { id }: Ticket,
  changes: Partial<Pick<Ticket, "snoozedUntil" | "markedUnread">>,
): Promise<boolean> {
  try {
    putTicket(await api.put<Ticket>(`/tickets/${id}`, changes));
    return true;
  } catch (error) {
    toast.error(error);
    return false;
  }
}
