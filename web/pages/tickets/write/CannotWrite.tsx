import { useTranslation } from "../../../kit/text.ts";
import type { Ticket } from "../../../types.ts";

/** Replaces the composer of a ticket that is waiting or closed, and says so. The header has the action. */
export function CannotWrite({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return <p className="bg-base-100 border-line text-muted border-t px-4 py-3 text-center">{t(ticket.status === "pending" ? "messages.acceptFirst" : "messages.closedHere", { name: ticket.contact.name })}</p>;
}
