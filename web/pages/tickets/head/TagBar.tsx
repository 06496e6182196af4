import { useSignals } from "@preact/signals-react/runtime";
import { tagsOf } from "../../../inbox/ticket-tags.ts";
import { useMedia } from "../../../kit/media.ts";
import { isPanelColumnOpen, wideEnough } from "../../../inbox/panel-state.ts";
import { TagBox } from "./TagBox.tsx";
import type { Ticket } from "../../../types.ts";

/**
 * The open ticket's tags, above its conversation. Hidden while the contact's panel shows them; a
 * small screen shows only existing tags.
 */
export function TagBar({ ticket, single }: { ticket: Ticket; single: boolean }) {
  useSignals();
  const wide = useMedia(wideEnough);
  if ((wide && isPanelColumnOpen.value) || (single && tagsOf(ticket).length === 0)) return null;
  return (
    <div className="bg-base-100 border-line shrink-0 border-b px-3 py-1 md:px-4">
      <TagBox ticket={ticket} place={single ? "hidden-field" : "bar"} />
    </div>
  );
}
