import { batch, signal } from "@preact/signals-react";
import { can } from "../session/can.ts";
import { api } from "../kit/api.ts";
import type { Contact, Ticket } from "../types.ts";

type SearchResults = { text: string; tickets: Ticket[]; contacts: Contact[] };

/** The server's results for the last searched text; null before the first. */
export const searchResults = signal<SearchResults | null>(null);
export const searchState = signal<"idle" | "searching" | "failed">("idle");

/** Searches tickets, messages and contacts, 200 ms after the last key. */
export function searchFor(typed: string) {
  const text = typed.trim();
  clearTimeout(timer);
  const mine = ++round;
  if (text.length < 2)
    return void batch(() => ((searchResults.value = null), (searchState.value = "idle")));
  searchState.value = "searching";
  timer = setTimeout(async () => {
    try {
      const query = { searchParam: text, pageNumber: 1 };
      const [{ tickets }, { contacts }] = await Promise.all([
        can("tickets.read")
          ? api.get<{ tickets: Ticket[] }>("/tickets", { ...query, showAll: true })
          : { tickets: [] },
        can("contacts.read")
          ? api.get<{ contacts: Contact[] }>("/contacts", query)
          : { contacts: [] },
      ]);
      if (mine === round)
        batch(
          () => ((searchResults.value = { text, tickets, contacts }), (searchState.value = "idle")),
        );
    } catch {
      if (mine === round)
        batch(() => ((searchResults.value = null), (searchState.value = "failed")));
    }
  }, 200);
}

let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;
