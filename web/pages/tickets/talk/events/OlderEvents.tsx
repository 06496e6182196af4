import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { eventsFailed, eventsOf, loadEventsSince } from "../../../../inbox/ticket-events.ts";
import { LoadAgain } from "../../../../parts/talk/Separators.tsx";

/**
 * Loads the events since the first loaded message, and offers to try again where that fails.
 * `since` is empty when the conversation is loaded from its start.
 */
export function OlderEvents({ ticketId, since }: { ticketId: number; since: string }) {
  useSignals();
  const events = eventsOf(ticketId).value;
  const failed = eventsFailed(ticketId).value;
  useEffect(() => loadEventsSince(ticketId, since), [ticketId, since, events]);
  if (!failed) return null;
  return (
    <li className="text-muted text-small h-7 text-center">
      <LoadAgain run={() => loadEventsSince(ticketId, since, true)} />
    </li>
  );
}
