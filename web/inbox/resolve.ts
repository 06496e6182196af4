import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import type { Ticket } from "../types.ts";
import { draftOf } from "./draft.ts";
import { nextTicket } from "./list-state.ts";
import { inShort } from "./wait-weight.ts";
import { changeStatus, leaveTicket, showTicket, undoAction } from "./open-ticket.ts";

/**
 * Closes a ticket: `silent` sends no text to the customer, `openNext` opens the next ticket in the
 * list. An unsent draft stays in the ticket, and a toast says so.
 */
export async function resolve(
  ticket: Ticket,
  { silent, openNext = false }: { silent?: boolean; openNext?: boolean } = {},
) {
  const next = nextTicket(ticket.id);
  if (!(await changeStatus(ticket, "closed", silent))) return;
  const { name } = ticket.contact;
  const isUnsent = draftOf(ticket.id).peek().text.trim() !== "";
  const done = t(isUnsent ? "tickets.resolvedUnsent" : "tickets.resolved", { name });
  const waited = ticket.waitingSince && waitedText(ticket.waitingSince);
  if (waited) toast.info(`${done.replace(/\.$/, "")}. ${waited}`, undoAction(ticket));
  else if (isUnsent) toast.info(done, undoAction(ticket));
  else toast.success(done, undoAction(ticket));
  if (openNext && next && next.status !== "pending") showTicket(next);
  else leaveTicket(ticket, next);
}

/** How long the customer had waited for an answer. */
const waitedText = (since: string) =>
  t("tickets.waited", { time: inShort(Date.now() - Date.parse(since)) });
