import { useSignals } from "@preact/signals-react/runtime";
import { tagsOf } from "./ticket-tags.ts";
import { TagBox } from "./TagBox.tsx";
import type { Ticket } from "../types.ts";

/** The open ticket's tags, above its conversation. On a small screen only what there is: more are given in the contact's panel. */
export function TagBar({ ticket, single }: { ticket: Ticket; single: boolean }) {
  useSignals();
  if (single && tagsOf(ticket).length === 0) return null;
  return (
    <div className="bg-base-100 border-line shrink-0 border-b px-3 py-1 md:px-4">
      <TagBox ticket={ticket} place={single ? "hidden-field" : "bar"} />
    </div>
  );
}
