import { longestMessage } from "../shared/limits.ts";

// Senders may put anything in any field of a message.

/** At most so many options, rows and cards of one message. */
export const maxItems = 100;

/** An option under a text: `• Sim: https://…` */
export const option = (label: unknown, more?: unknown) => {
  const text = [line(label), line(more)].filter(Boolean).join(": ");
  return text && `• ${text}`;
};

/** Rows of a text; empty ones, and values that are no text, are left out. */
export const lines = (...rows: unknown[]) =>
  plain(
    rows
      .map((row) => plain(row, longestMessage).trim())
      .filter(Boolean)
      .join("\n"),
    longestMessage,
  );

/** A text on one line. */
export const line = (text: unknown) =>
  plain(text, 1000)
    .replace(/\p{Cc}+/gu, " ")
    .trim();

/** The latest time that a Date can hold, in epoch ms. */
export const lastInstant = 8.64e15;

/** Seconds since 1970 as epoch ms; 0 for any other value. */
export const instant = (seconds: unknown) =>
  amount(seconds) * 1000 <= lastInstant ? amount(seconds) * 1000 : 0;

/** A number of the wire, as a number, a text or a Long; 0 for any other value. */
export function amount(value: unknown): number {
  const { low, high } = isObject(value) ? value : {};
  const number =
    typeof low === "number" && typeof high === "number"
      ? (high >>> 0) * 2 ** 32 + (low >>> 0)
      : typeof value === "number" || typeof value === "string"
        ? Number(value)
        : 0;
  return Number.isSafeInteger(Math.round(number)) && number > 0 ? Math.round(number) : 0;
}

/** The objects of a list, `maxItems` at most. */
export function list<Item>(items: Item[] | null | undefined): Item[];
export function list(items: unknown): Record<string, unknown>[];
export function list(items: unknown) {
  return Array.isArray(items) ? items.slice(0, maxItems).filter(isObject) : [];
}

/** The object in a JSON text; empty for any other value. */
export function objectIn(json: unknown): Record<string, unknown> {
  if (typeof json !== "string" || json.length > longestMessage) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export const isId = (id: unknown): id is string => typeof id === "string" && id !== "";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * A text as far as it can be stored: `max` UTF-16 units, without NULs and halves of characters.
 * Empty for other values.
 */
export const plain = (text: unknown, max: number) =>
  typeof text === "string" ? text.slice(0, max).replace(/\p{Surrogate}|\0/gu, "") : "";

/** A username as phones show it; empty for none. rules.md#usernames */
export const handle = (username: unknown) => {
  const name = plain(username, 60).replace(/^@/, "");
  return /^[\p{L}\p{N}._-]+$/u.test(name) ? `@${name}` : "";
};

/** A person's own name on one line; empty for none. */
export const personName = (name: unknown) => plain(name, 100).replace(unseen, " ").trim();

// Line breaks, and marks that turn the reading direction of the text beside a name.
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
