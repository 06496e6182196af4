import { signal } from "@preact/signals-react";

/** The messages of a ticket that are chosen, while one chooses. */
export const choosing = signal<{ ticketId: number; ids: number[] } | null>(null);

/** The most that can be chosen. */
export const mostChosen = 30;

/** Chooses a message, or no longer; the first one begins it, and without the last one it goes on. */
export function choose(ticketId: number, id: number) {
  const known = choosing.peek()?.ticketId === ticketId ? (choosing.peek()?.ids ?? []) : [];
  const ids = known.includes(id) ? known.filter((other) => other !== id) : [...known, id].slice(0, mostChosen);
  choosing.value = { ticketId, ids };
}

export const endChoice = () => void (choosing.value = null);
