import { masked, twinOf } from "../../shared/phone.ts";
import { bare } from "../db/text.ts";

/**
 * The answer to a user from whom customers' numbers are hidden: stars replace the middle of each
 * number. It finds numbers by their field (`number`), in names that are nothing else, on contact
 * cards and in mentions. Such a number is hidden everywhere else in the same answer.
 * rules.md#hidden-numbers
 */
export function hideNumbers<T>(value: T): T {
  const numbers = new Set<string>();
  collect(value, numbers);
  return hide(value, numbers) as T;
}

/**
 * A name, or a text in which each number belongs to a person, without the middle of its numbers.
 */
export const hideInName = (name: string) => name.replace(written, (run) => masked(digitsOf(run)));

/**
 * Whether a search in messages by this text could read a hidden number, digit by digit: four digits
 * stay visible.
 */
export const readsNumber = (text: string) => /\d{5}/.test(bare(text));

const written = /\+?\d(?:[\s().-]{0,2}\d){7,}/g;
const digitsOf = (text: string) => text.replace(/\D/g, "");
const names = ["name", "pushName"];

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as never);

// Numbers that are not hidden: a connection's is the company's own, an address's is a house number,
// a group's is not a phone's.
const holdsNumber = (row: Plain) =>
  typeof row.number === "string" &&
  row.number.length >= 8 &&
  !row.isGroup &&
  !("provider" in row) &&
  !("zipCode" in row);

function collect(value: unknown, numbers: Set<string>) {
  if (Array.isArray(value)) return value.forEach((one) => collect(one, numbers));
  if (!isPlain(value)) return;
  const own = holdsNumber(value) ? [value.number as string] : [];
  const inNames = names.flatMap((name) =>
    typeof value[name] === "string" ? (value[name].match(written) ?? []) : [],
  );
  for (const number of [...own, ...inNames].map(digitsOf))
    numbers.add(number).add(twinOf(number) ?? number);
  for (const one of Object.values(value)) collect(one, numbers);
}

function hide(value: unknown, numbers: Set<string>): unknown {
  if (typeof value === "string") return hideInText(value, numbers);
  if (Array.isArray(value)) return value.map((one) => hide(one, numbers));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key === "number" && holdsNumber(value))
        return [key, masked(digitsOf(value.number as string))];
      if (names.includes(key) && typeof one === "string") return [key, hideInName(one)];
      // The text of a contact card is its names, and a card without a name has its number there.
      if (key === "body" && value.mediaType === "vcard" && typeof one === "string")
        return [key, hideInName(one)];
      // Links are signed: changed, they would not open.
      return [key, key.endsWith("Url") ? one : hide(one, numbers)];
    }),
  );
}

function hideInText(text: string, numbers: Set<string>): string {
  if (!/\d{8}/.test(text) && !isCard(text)) return text;
  if (isCard(text)) return hideInName(text);
  // Search hits are marked with control characters.
  // eslint-disable-next-line no-control-regex
  return text.replace(/(@?)(\u0002?)(\d{8,})/g, (run, at: string, mark: string, digits: string) =>
    at || numbers.has(digits) ? at + mark + masked(digits) : run,
  );
}

/** A contact card, or its line in a list. */
const isCard = (text: string) => text.startsWith("👤") || /BEGIN:VCARD/i.test(text);
