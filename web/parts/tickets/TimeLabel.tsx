import { useSignals } from "@preact/signals-react/runtime";
import { AlarmClock } from "lucide-react";
import { relative, useTranslation } from "../../kit/text.ts";
import { wakeTime } from "../../inbox/wake-time.ts";
import type { Ticket } from "../../types.ts";
import { WaitingBadge } from "./WaitingBadge.tsx";

/**
 * When a snoozed ticket wakes, else the customer's waiting time; if nobody waits, the time of the
 * last message.
 */
export function TimeLabel({ ticket, isLongest }: { ticket: Ticket; isLongest?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  if (ticket.snoozedUntil) {
    const label = t(
      ticket.snoozedUntil === "reply" ? "tickets.snooze.untilReply" : "tickets.snooze.until",
      { time: wakeTime(ticket.snoozedUntil) },
    );
    return (
      <span
        className="text-muted tabular inline-flex h-5 shrink-0 items-center gap-1 px-1.75 text-xs font-medium"
        title={label}
      >
        <AlarmClock size={13} aria-hidden />
        <span className="sr-only">{label}</span>
        <span aria-hidden>{wakeTime(ticket.snoozedUntil)}</span>
      </span>
    );
  }
  if (ticket.waitingSince) return <WaitingBadge ticket={ticket} isLongest={isLongest} />;
  return (
    <time dateTime={ticket.lastMessageAt} className="text-muted shrink-0 text-xs">
      {relative(ticket.lastMessageAt)}
    </time>
  );
}
