import { longestMessage } from "../../shared/limits.ts";
import { plain } from "./identifiers.ts";

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

export const isId = (id: unknown): id is string => typeof id === "string" && id !== "";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
