import { signal } from "@preact/signals-react";

/** The selected messages of a ticket in selection mode. */
export const messageSelection = signal<{ ticketId: number; ids: number[] } | null>(null);

/** The user can select at most so many messages. */
export const maxSelected = 30;

/**
 * Selects or deselects a message. The first one starts selection mode, which continues without the
 * last one.
 */
export function toggleMessage(ticketId: number, id: number) {
  const selected =
    messageSelection.peek()?.ticketId === ticketId ? (messageSelection.peek()?.ids ?? []) : [];
  const ids = selected.includes(id)
    ? selected.filter((other) => other !== id)
    : [...selected, id].slice(0, maxSelected);
  messageSelection.value = { ticketId, ids };
}

export const endMessageSelection = () => void (messageSelection.value = null);
