import { useSignals } from "@preact/signals-react/runtime";
import { labelsOf, setLabels, unlabel } from "./labels.ts";
import { TagInput } from "./TagInput.tsx";
import type { Ticket } from "../types.ts";

/** A ticket's tags, changed at once. */
export function TagBox({ ticket, place }: { ticket: Ticket; place: "bar" | "panel" | "shown" }) {
  useSignals();
  const labels = labelsOf(ticket);
  return (
    <TagInput
      labels={labels}
      place={place === "panel" ? undefined : place}
      onAdd={(label) => void setLabels(ticket, [...labels, label])}
      onRemove={(label) => unlabel(ticket, label)}
    />
  );
}
