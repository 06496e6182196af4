import { type Signal, signal } from "@preact/signals-react";
import { me } from "../../session.ts";
import type { Message } from "./types.ts";

/** What is typed for a ticket and not sent. */
export type Draft = { text: string; quotedMsg: Message["quotedMsg"] };

/** A ticket's draft, of this user. */
export function draftOf(ticketId: number): Signal<Draft> {
  const known = drafts.get(ticketId) ?? signal(stored(ticketId));
  drafts.set(ticketId, known);
  return known;
}

/** Kept on disk 300 ms after the last key. */
export function write(ticketId: number, change: Partial<Draft>) {
  const draft = draftOf(ticketId);
  draft.value = { ...draft.peek(), ...change };
  clearTimeout(timers.get(ticketId));
  timers.set(ticketId, setTimeout(() => keep(ticketId), 300));
}

/** Forgets a draft: what was typed is in the outbox, which keeps it until the server has it. */
export function clear(ticketId: number) {
  clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  draftOf(ticketId).value = empty;
  keep(ticketId);
}

const empty: Draft = { text: "", quotedMsg: null };
const drafts = new Map<number, Signal<Draft>>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const address = (ticketId: number) => `draft:${me.peek()?.id ?? 0}:${ticketId}`;

function stored(ticketId: number): Draft {
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(address(ticketId)) ?? "{}") as Partial<Draft>) };
  } catch {
    return empty;
  }
}

function keep(ticketId: number) {
  timers.delete(ticketId);
  const draft = draftOf(ticketId).peek();
  try {
    if (draft.text || draft.quotedMsg) localStorage.setItem(address(ticketId), JSON.stringify(draft));
    else localStorage.removeItem(address(ticketId));
  } catch {
    // Full or forbidden: it still lives as long as the page.
  }
}

window.addEventListener("pagehide", () => {
  for (const ticketId of timers.keys()) keep(ticketId);
});
