import { signal } from "@preact/signals-react";
import { me } from "../../../session/session.ts";

/** The last searches that led to a ticket, newest first. Stored on this device for each user. */
export const recentSearches = signal<string[]>([]);

const maxKept = 5;

export function readRecentSearches() {
  recentSearches.value = stored();
}

export function rememberSearch(text: string) {
  if (text.trim().length < 2) return;
  recentSearches.value = [
    text,
    ...stored().filter((other) => other.toLowerCase() !== text.toLowerCase()),
  ].slice(0, maxKept);
  localStorage.setItem(key(), JSON.stringify(recentSearches.peek()));
}

export function clearRecentSearches() {
  recentSearches.value = [];
  localStorage.removeItem(key());
}

const key = () => `searched:${me.peek()?.id ?? 0}`;

function stored(): string[] {
  try {
    const texts: unknown = JSON.parse(localStorage.getItem(key()) ?? "[]");
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}
