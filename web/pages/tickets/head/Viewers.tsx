import { useSignals } from "@preact/signals-react/runtime";
import { Avatar } from "../../../kit/Avatar.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { type Viewer, otherViewers } from "../../../inbox/presence.ts";

/** The other users who have the ticket open. */
export function Viewers({ ticketId }: { ticketId: number }) {
  useSignals();
  const people = otherViewers(ticketId);
  return people.length > 0 && <ViewerFaces people={people} />;
}

/** Shows the faces of the viewers. Names the viewers who type, or else all. */
export function ViewerFaces({ people }: { people: Viewer[] }) {
  const { t, tag } = useTranslation();
  const typing = people.filter((person) => person.typing);
  const named = typing.length > 0 ? typing : people;
  const names = new Intl.ListFormat(tag).format(named.map(({ name }) => name));
  return (
    <p
      data-header-viewers
      className="text-primary text-small flex max-w-3/5 min-w-0 shrink-0 items-center gap-1.5 font-medium"
    >
      <span aria-hidden className="flex shrink-0 -space-x-1.5">
        {people.slice(0, 3).map(({ id, name }) => (
          <span key={id} className="ring-base-100 rounded-full ring-2">
            <Avatar name={name} size={18} />
          </span>
        ))}
      </span>
      <span className="truncate">
        {t(typing.length > 0 ? "tickets.here.types" : "tickets.here.looks", {
          count: named.length,
          names,
        })}
      </span>
    </p>
  );
}
