import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Link } from "wouter";
import { api } from "../../../kit/api.ts";
import { relative, useTranslation } from "../../../kit/text.ts";
import { plain } from "../../../messages/format.ts";
import type { Ticket } from "../../../types.ts";
import { onTicket } from "../../../inbox/list-state.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import { usePages } from "../../../lists/use-pages.ts";
import { Section } from "./Section.tsx";

const pageSize = 40;

/** Links to the contact's tickets that the user may see, latest first. */
export function PastTickets({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { contactId } = ticket;
  const { rows, setRows, hasMore, state, more } = usePages<Ticket>(async (loaded) => {
    const { tickets, hasMore } = await api.get<{ tickets: Ticket[]; hasMore: boolean }>(
      "/tickets",
      { contactId, showAll: true, pageNumber: Math.floor(loaded.length / pageSize) + 1 },
    );
    return { rows: tickets, hasMore };
  });

  useEffect(
    () =>
      onTicket((changed, fresh) => {
        if (fresh && fresh.contactId !== contactId) return;
        setRows((loaded) => {
          if (!fresh) return loaded.filter(({ id }) => id !== changed);
          return loaded.some(({ id }) => id === changed)
            ? loaded.map((row) => (row.id === changed ? fresh : row))
            : [fresh, ...loaded];
        });
      }),
    [contactId, setRows],
  );

  return (
    <Section title={t("tickets.past.title")}>
      <ul className="-mx-2 flex flex-col">
        {rows.map((row) => (
          <PastTicket key={row.id} ticket={row} here={row.id === ticket.id} />
        ))}
      </ul>
      {state === "failed" && <LoadFailed retry={more} />}
      {state === "ready" && hasMore && (
        <button type="button" className="btn btn-ghost btn-sm mt-1 -ml-2" onClick={more}>
          {t("tickets.panel.showMore")}
        </button>
      )}
    </Section>
  );
}

function PastTicket({ ticket, here }: { ticket: Ticket; here: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { uuid, status, queue, user, whatsapp, lastMessage, lastMessageAt } = ticket;
  const inside = (
    <>
      <span className="flex items-center justify-between gap-2">
        <span
          className={`min-w-0 truncate font-medium ${status === "pending" ? "text-waiting" : ""}`}
        >
          {here ? t("tickets.past.here") : t(`tickets.past.${status}`)}
        </span>
        <time dateTime={lastMessageAt} className="text-muted text-small shrink-0">
          {relative(lastMessageAt)}
        </time>
      </span>
      <span className="text-small block truncate">{plain(lastMessage) || "–"}</span>
      <span className="text-muted text-small block truncate">
        {[queue?.name ?? t("tickets.noQueue"), user?.name, whatsapp?.name]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </>
  );
  // A waiting ticket must be accepted, so it has no link. rules.md#accepted-not-opened
  if (status === "pending" && !here) return <li className="px-2 py-1.5">{inside}</li>;
  return (
    <li>
      <Link
        href={`/tickets/${uuid}`}
        aria-current={here ? "page" : undefined}
        className={`block rounded-lg px-2 py-1.5 -outline-offset-2 ${here ? "bg-primary/12" : "hover:bg-hover"}`}
      >
        {inside}
      </Link>
    </li>
  );
}
