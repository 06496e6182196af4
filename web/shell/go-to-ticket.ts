import { navigate } from "wouter/use-browser-location";
import { focusTarget, loadUntil, showList } from "../inbox/list-state.ts";
import { newTicketFor } from "../inbox/open-dialogs.ts";
import { api } from "../kit/api.ts";
import { toast } from "../kit/Toast.tsx";
import type { Contact, Ticket } from "../types.ts";

/** Opens a ticket, or one message of it. A pending ticket is not opened: its row gets the focus. */
export function goToTicket(
  { id, uuid, status }: Pick<Ticket, "id" | "uuid" | "status">,
  messageId?: number,
) {
  if (status !== "pending")
    return navigate(`/tickets/${uuid}${messageId ? `?message=${messageId}` : ""}`);
  showList({ tab: "open", lane: "pending" });
  navigate("/tickets");
  void loadUntil("pending", id).then(() => (focusTarget.value = id));
}

/** Opens a contact's ticket, or the dialog for a new one. */
export async function openOrBeginTicket(contact: Contact) {
  try {
    const { tickets } = await api.get<{ tickets: Ticket[] }>("/tickets", {
      contactId: contact.id,
      pageNumber: 1,
    });
    const active = tickets.find(({ status }) => status !== "closed");
    if (active) return goToTicket(active);
    navigate("/tickets");
    newTicketFor.value = contact;
  } catch (error) {
    toast.error(error);
  }
}

/** The ticket path of an address, with any host name of this box. */
export const ticketPath = (address: string) =>
  /^(?:https?:\/\/[^/\s]+)?(\/tickets\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\?message=\d+)?$/i.exec(
    address.trim(),
  );
