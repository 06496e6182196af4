import { useSignals } from "@preact/signals-react/runtime";
import { relative } from "../../kit/text.ts";
import type { Ticket } from "../../types.ts";
import { WaitingBadge } from "./WaitingBadge.tsx";

/** The customer's waiting time; if nobody waits, the time of the last message. */
export function TimeLabel({ ticket }: { ticket: Ticket }) {
  useSignals();
  if (ticket.waitingSince)
    return <WaitingBadge since={ticket.waitingSince} neutral={ticket.withBot} />;
  return (
    <time dateTime={ticket.lastMessageAt} className="text-muted shrink-0 text-xs">
      {relative(ticket.lastMessageAt)}
    </time>
  );
}
