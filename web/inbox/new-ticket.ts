import { signal } from "@preact/signals-react";
import { api, ApiError } from "../kit/api.ts";
import { matchesNumber } from "../kit/phone-mask.ts";
import { showList, putTicket } from "./list-state.ts";
import { type Card, toContactForm } from "../messages/contact-cards.ts";
import { showTicket } from "./open-ticket.ts";
import type { Contact, Ticket } from "../types.ts";

/** The search text and its contacts. The contacts are null before the first answer. */
export const contactSearch = signal("");
export const contactsFound = signal<Contact[] | null>(null);

/**
 * The reason why no ticket was opened. The contact's other ticket can be opened instead, if there
 * is one.
 */
export type NewTicketProblem = { other: string | null; user: string | null; error: unknown };

/** Searches from the third character, 500 ms after the last key. rules.md#searching */
export function searchContacts(text: string) {
  contactSearch.value = text;
  clearTimeout(timer);
  const thisRound = ++round;
  contactsFound.value = null;
  if (text.trim().length < 3) return;
  timer = setTimeout(async () => {
    const answer = await api
      .get<{ contacts: Contact[] }>("/contacts", { searchParam: text.trim(), pageNumber: 1 })
      .catch(() => undefined);
    if (thisRound === round) contactsFound.value = answer?.contacts ?? [];
  }, 500);
}

/** Whether no contact has the typed name, so it may be a new contact. */
export const isUnknown = () => {
  const name = contactSearch.value.trim().toLowerCase();
  return (
    contactsFound.value !== null &&
    !contactsFound.value.some(
      (contact) => contact.name.toLowerCase() === name || matchesNumber(name, contact.number),
    )
  );
};

/** Splits typed text into a number and a name. */
export function splitNameAndNumber(text: string) {
  const number =
    /\+?\(?\d[\d\s().-]{6,}\d/.exec(text)?.[0] ?? (/^[\d\s()+.-]+$/.test(text) ? text : "");
  return { name: text.replace(number, " ").replace(/\s+/g, " ").trim(), number: number.trim() };
}

export const createContact = (name: string, number: string) =>
  api.post<Contact>("/contacts", { name, number: number.trim().replace(/(?!^\+)\D/g, "") });

/** Finds the contact of a contact card, or creates it. Throws `ApiError`. */
export async function contactFromCard(card: Card): Promise<Contact> {
  const { name, number } = toContactForm(card);
  const { contacts } = await api.get<{ contacts: Contact[] }>("/contacts", {
    searchParam: number.slice(-8),
    pageNumber: 1,
  });
  return (
    contacts.find((contact) => matchesNumber(number, contact.number)) ?? createContact(name, number)
  );
}

/** Opens a ticket for this user and shows it. Resolves to the problem, if there is one. */
export async function startTicket(
  contactId: number,
  queueId: number | null,
  whatsappId: number | null,
): Promise<NewTicketProblem | null> {
  try {
    const ticket = await api.post<Ticket>("/tickets", {
      contactId,
      queueId,
      whatsappId,
      status: "open",
    });
    putTicket(ticket);
    showList({ tab: "open", lane: "assigned" });
    showTicket(ticket);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "ERR_OTHER_OPEN_TICKET")
      return { other: null, user: null, error };
    const { uuid, user } = error.details;
    return {
      other: typeof uuid === "string" ? uuid : null,
      user: typeof user === "string" ? user : null,
      error,
    };
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;
