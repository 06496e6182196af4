import { signal } from "@preact/signals-react";
import type { Contact, Ticket } from "../types.ts";

/** The contact for whom a new ticket is being made, and whether the list of keys is open. */
export const newTicketFor = signal<"anyone" | Contact | null>(null);
export const isKeysHelpOpen = signal(false);

/** Whether a location or contacts are being sent, and in which ticket. */
export const sharing = signal<{ ticketId: number; what: "place" | "contacts" } | null>(null);

/** The tickets that are about to go to another queue, and the one that is about to be deleted. */
export const ticketsToTransfer = signal<Ticket[] | null>(null);
export const ticketToDelete = signal<Ticket | null>(null);
