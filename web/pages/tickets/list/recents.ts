import { signal } from "@preact/signals-react";
import { me } from "../../../session.ts";

/** The last words that were looked for and led to a ticket, the newest first. Remembered on this device for each user. */
export const recents = signal<string[]>([]);

const most = 5;

export function readRecents() {
  recents.value = kept();
}

export function remember(text: string) {
  if (text.trim().length < 2) return;
  recents.value = [text, ...kept().filter((other) => other.toLowerCase() !== text.toLowerCase())].slice(0, most);
  localStorage.setItem(key(), JSON.stringify(recents.peek()));
}

export function forgetRecents() {
  recents.value = [];
  localStorage.removeItem(key());
}

const key = () => `searched:${me.peek()?.id ?? 0}`;

function kept(): string[] {
  try {
    const texts: unknown = JSON.parse(localStorage.getItem(key()) ?? "[]");
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}
