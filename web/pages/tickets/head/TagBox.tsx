import { useSignals } from "@preact/signals-react/runtime";
import { tagsOf, setTags, removeTag } from "../../../inbox/ticket-tags.ts";
import { TagInput } from "../../../parts/TagInput.tsx";
import type { Ticket } from "../../../types.ts";

/** A ticket's tags. A change is saved at once. */
export function TagBox({
  ticket,
  place,
}: {
  ticket: Ticket;
  place: "bar" | "panel" | "hidden-field";
}) {
  useSignals();
  const labels = tagsOf(ticket);
  return (
    <TagInput
      labels={labels}
      place={place}
      onAdd={(label) => void setTags(ticket, [...labels, label])}
      onRemove={(label) => removeTag(ticket, label)}
    />
  );
}
