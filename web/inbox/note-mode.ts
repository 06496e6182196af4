import { signal } from "@preact/signals-react";
import { isPanelOverlayOpen } from "./panel-state.ts";

/** Whether the composer of a ticket writes a note for the team. Reads a signal. */
export const isNoteMode = (ticketId: number) => ticketIds.value.includes(ticketId);

/** Lets the composer of a ticket write a note, or a reply, and focuses it. */
export function setNoteMode(ticketId: number, on: boolean) {
  const others = ticketIds.peek().filter((id) => id !== ticketId);
  ticketIds.value = on ? [...others, ticketId] : others;
  isPanelOverlayOpen.value = false;
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-composer]")?.focus());
}

const ticketIds = signal<readonly number[]>([]);
