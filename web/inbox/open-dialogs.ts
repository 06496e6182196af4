import { signal } from "@preact/signals-react";
import type { Contact, Ticket } from "../types.ts";

/** The contact of the new ticket dialog. */
export const newTicketFor = signal<"anyone" | Contact | null>(null);

/** The ticket whose conversation is open as a preview. */
export const previewedTicket = signal<Ticket | null>(null);

/** The contact of the schedule dialog, and the ticket whose draft is its first text. */
export type ScheduleFor = { contact: Ticket["contact"]; draftOf?: number };
export const scheduleFor = signal<ScheduleFor | null>(null);

/** The ticket of the reminder dialog. */
export const reminderFor = signal<Ticket | null>(null);

/** The contact of the opt-out dialog. */
export const optOutOf = signal<Pick<Ticket["contact"], "id" | "name"> | null>(null);

/** The open dialog for sending something else than text, and its ticket. */
export const sharing = signal<{
  ticketId: number;
  what: "place" | "contacts" | "promotion" | "template";
} | null>(null);

/** The tickets that are about to get tags. */
export const ticketsToTag = signal<Ticket[] | null>(null);

/** The tickets of the transfer dialog, and the ticket of the delete dialog. */
export const ticketsToTransfer = signal<Ticket[] | null>(null);
export const ticketToDelete = signal<Ticket | null>(null);

/** The tickets that a macro is about to run on. */
export const macroFor = signal<{ tickets: Ticket[]; macroId?: number } | null>(null);

/** The tickets of the dialog that snoozes until another date. */
export const ticketsToSnooze = signal<Ticket[] | null>(null);
