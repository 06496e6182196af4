import { signal, type Signal } from "@preact/signals-react";
import { me } from "../session/session.ts";

/** The note that this user has begun for a ticket. It is stored on this device alone. */
export function noteDraftOf(ticketId: number): Signal<string> {
  const key = `note:${me.peek()?.id ?? 0}:${ticketId}`;
  const draft = drafts.get(key) ?? signal(localStorage.getItem(key) ?? "");
  drafts.set(key, draft);
  return draft;
}

export function setNoteDraft(ticketId: number, text: string) {
  noteDraftOf(ticketId).value = text;
  const key = `note:${me.peek()?.id ?? 0}:${ticketId}`;
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or forbidden: the draft is still in memory.
  }
}

const drafts = new Map<string, Signal<string>>();
