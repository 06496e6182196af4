import { useSignals } from "@preact/signals-react/runtime";
import { useTranslation } from "react-i18next";
import { accept, moving, reopen } from "./opened.ts";
import type { Ticket } from "./types.ts";

/** Stands where one would write, while one can't: says why, and what to do. */
export function NotMine({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const pending = ticket.status === "pending";
  return (
    <div className="bg-base-100 border-line flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t px-4 py-3">
      <p className="text-muted">{t(pending ? "messages.acceptFirst" : "messages.closedHere", { name: ticket.contact.name })}</p>
      <button type="button" className="btn btn-primary btn-sm" disabled={moving.value === ticket.id} onClick={() => void (pending ? accept(ticket) : reopen(ticket))}>
        {t(pending ? "tickets.accept" : "tickets.reopen")}
      </button>
    </div>
  );
}
