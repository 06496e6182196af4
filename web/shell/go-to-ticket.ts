import { navigate } from "wouter/use-browser-location";
import { showList, loadUntil, focusTarget } from "../inbox/list-state.ts";
import type { Ticket } from "../types.ts";

/**
 * Goes to a ticket, or to one message of it. One that waits is not opened: its row gets the focus.
 */
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

/** The path of a ticket in an address, whatever name of this box it was copied under. */
export const ticketPath = (address: string) =>
  /^(?:https?:\/\/[^/\s]+)?(\/tickets\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\?message=\d+)?$/i.exec(
    address.trim(),
  );
