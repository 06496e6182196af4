import { signal } from "@preact/signals-react";

/** The messages of a ticket that are chosen, while one chooses. */
export const messageSelection = signal<{ ticketId: number; ids: number[] } | null>(null);

/** The most that can be chosen. */
export const maxSelected = 30;

/**
 * Chooses a message, or no longer; the first one begins it, and without the last one it goes on.
 */
export function toggleMessage(ticketId: number, id: number) {
  const known =
    messageSelection.peek()?.ticketId === ticketId ? (messageSelection.peek()?.ids ?? []) : [];
  const ids = known.includes(id)
    ? known.filter((other) => other !== id)
    : [...known, id].slice(0, maxSelected);
  messageSelection.value = { ticketId, ids };
}

export const endMessageSelection = () => void (messageSelection.value = null);
