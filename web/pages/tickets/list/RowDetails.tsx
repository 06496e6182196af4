import { useSignals } from "@preact/signals-react/runtime";
import { Chip } from "../../../kit/Chip.tsx";
import { relative, useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { showAll, tab } from "../../../inbox/list-state.ts";
import { handOvers, type StoredNotification } from "../../../parts/notifications/notifications.ts";
import type { Ticket } from "../../../types.ts";

/** A ticket's queue, agent and connection, and at most two tags; of a search also its state and date. */
export function RowDetails({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { queue, whatsapp, tags, status, hit } = ticket;
  const handOver = handOvers.value.get(ticket.id);
  if (handOver) return <HandOver {...handOver} />;
  const facts = [
    tab.value === "search" ? t(`tickets.past.${status}`) : undefined,
    hit ? relative(hit.at) : undefined,
    queue?.name ?? t("tickets.noQueue"),
    assigneeOf(ticket, t),
    whatsapp?.name,
  ].filter((fact) => fact !== undefined);
  return (
    <>
      <p className="text-muted min-w-8 shrink truncate text-xs" title={facts.join(" · ")}>
        {facts.join(" · ")}
      </p>
      {tags.slice(0, 2).map(({ id, name, color }) => (
        <Chip key={id} color={color} className="h-4.5! max-w-20! shrink-0 px-1.5!">
          {name}
        </Chip>
      ))}
      {tags.length > 2 && (
        <span
          className="text-muted text-xs"
          title={tags
            .slice(2)
            .map(({ name }) => name)
            .join(", ")}
        >
          +{tags.length - 2}
        </span>
      )}
    </>
  );
}

/** The colleague who gave the ticket to the user, with the note, until it is opened. */
function HandOver({ byUser, note }: StoredNotification) {
  const { t } = useTranslation();
  const name = byUser?.name ?? t("common.theQueue");
  const words = note
    ? t("tickets.handedOverNote", { name, note })
    : t("tickets.handedOver", { name });
  return (
    <p className="text-primary min-w-8 shrink truncate text-xs font-medium" title={words}>
      {words}
    </p>
  );
}

/** The name of the ticket's agent; none where all tickets are the user's own. */
export function assigneeOf({ status, user }: Ticket, t: (key: string) => string) {
  if (status === "pending") return undefined;
  if (!user) return undefined;
  if (user.id !== me.value?.id) return user.name;
  return showAll.value ? t("tickets.you") : undefined;
}
