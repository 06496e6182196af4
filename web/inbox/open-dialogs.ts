import { signal } from "@preact/signals-react";
import type { Contact, Ticket } from "../types.ts";

/** The contact for whom a new ticket is being made. */
export const newTicketFor = signal<"anyone" | Contact | null>(null);

/** The ticket whose conversation is previewed without opening it. */
export const previewedTicket = signal<Ticket | null>(null);

/** For whom a message is being scheduled, and the ticket whose draft it begins with. */
export type ScheduleFor = { contact: Ticket["contact"]; draftOf?: number };
export const scheduleFor = signal<ScheduleFor | null>(null);

/** The ticket of which one wants to be reminded. */
export const reminderFor = signal<Ticket | null>(null);

/** The contact who may want no more campaigns. */
export const optOutOf = signal<Pick<Ticket["contact"], "id" | "name"> | null>(null);

/** Whether a location, contacts or a promotion are being sent, and in which ticket. */
export const sharing = signal<{
  ticketId: number;
  what: "place" | "contacts" | "promotion";
} | null>(null);

/** The tickets that are about to go to another queue, and the one that is about to be deleted. */
export const ticketsToTransfer = signal<Ticket[] | null>(null);
export const ticketToDelete = signal<Ticket | null>(null);
