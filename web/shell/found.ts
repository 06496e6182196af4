import { batch, signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import type { Contact, Ticket } from "../pages/tickets/types.ts";

type Found = { text: string; tickets: Ticket[]; contacts: Contact[] };

/** What the server knows of the text that was typed last; null before. */
export const found = signal<Found | null>(null);
export const state = signal<"idle" | "looking" | "failed">("idle");

/** Looks for tickets, messages and contacts, 200 ms after the last key. */
export function look(typed: string) {
  const text = typed.trim();
  clearTimeout(timer);
  const mine = ++round;
  if (text.length < 2) return void batch(() => ((found.value = null), (state.value = "idle")));
  state.value = "looking";
  timer = setTimeout(async () => {
    try {
      const query = { searchParam: text, pageNumber: 1 };
      const [{ tickets }, { contacts }] = await Promise.all([
        api.get<{ tickets: Ticket[] }>("/tickets", { ...query, showAll: true }),
        api.get<{ contacts: Contact[] }>("/contacts", query),
      ]);
      if (mine === round) batch(() => ((found.value = { text, tickets, contacts }), (state.value = "idle")));
    } catch {
      if (mine === round) batch(() => ((found.value = null), (state.value = "failed")));
    }
  }, 200);
}

let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;
