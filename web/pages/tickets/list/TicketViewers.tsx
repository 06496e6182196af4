import { useSignals } from "@preact/signals-react/runtime";
import { Eye, PencilLine } from "lucide-react";
import { useTranslation } from "../../../kit/text.ts";
import { type Viewer, otherViewers } from "../../../inbox/presence.ts";

/** The other users who have a row's ticket open, and whether they type. */
export function TicketViewers({ ticketId }: { ticketId: number }) {
  useSignals();
  const people = otherViewers(ticketId);
  return people.length > 0 && <ViewerNames people={people} />;
}

export function ViewerNames({ people }: { people: Viewer[] }) {
  const { t, tag } = useTranslation();
  const typing = people.filter((person) => person.typing);
  const visible = typing.length > 0 ? typing : people;
  const names = new Intl.ListFormat(tag).format(visible.map(({ name }) => name));
  const words = t(typing.length > 0 ? "tickets.here.types" : "tickets.here.looks", {
    count: visible.length,
    names,
  });
  const Icon = typing.length > 0 ? PencilLine : Eye;
  return (
    <span
      data-viewers
      title={words}
      className="text-primary relative flex shrink-0 items-center gap-1 text-xs font-medium"
    >
      <Icon size={13} aria-hidden className="shrink-0" />
      <span className="sr-only">{words}</span>
      <span aria-hidden className="max-w-32 truncate">
        {typing.length > 0 ? words : names}
      </span>
    </span>
  );
}
