import { useSignals } from "@preact/signals-react/runtime";
import { draftOf } from "../../../inbox/draft.ts";
import { useTranslation } from "../../../kit/text.ts";
import { Modes, NoteLock } from "./Modes.tsx";
import type { Ticket } from "../../../types.ts";

/**
 * Replaces the composer of a waiting or closed ticket, and says why. The header has the action. An
 * unsent draft stays visible.
 */
export function CannotWrite({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const typed = draftOf(ticket.id).value.text.trim();
  return (
    <div className="bg-base-100 border-line text-muted border-t px-3 py-2 text-center md:px-4">
      {typed && (
        <p data-unsent className="mb-1 max-h-24 overflow-y-auto break-words whitespace-pre-wrap">
          {t("messages.unsent")} <span className="text-base-content">{typed}</span>
        </p>
      )}
      <div className="flex items-center gap-2">
        <Modes ticketId={ticket.id} />
        <p className="min-w-0 flex-1">
          {t(ticket.status === "pending" ? "messages.acceptFirst" : "messages.closedHere", {
            name: ticket.contact.name,
          })}
        </p>
        <NoteLock ticketId={ticket.id} />
      </div>
    </div>
  );
}
