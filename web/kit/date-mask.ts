import { isDate } from "./date-checks.ts";
import { language } from "./text.ts";
import { languageTags } from "./translations.ts";

/**
 * The parts of a date or time in written order: the number of digits and the largest value of each.
 */
type Part = { name: "day" | "month" | "year" | "hour" | "minute"; size: number; max: number };

const parts = {
  day: { name: "day", size: 2, max: 31 },
  month: { name: "month", size: 2, max: 12 },
  year: { name: "year", size: 4, max: 9999 },
  hour: { name: "hour", size: 2, max: 23 },
  minute: { name: "minute", size: 2, max: 59 },
} as const satisfies Record<string, Part>;

/** Day, month and year in the order of a language. */
export const dateOrder = (tag = languageTags[language.value]): Part[] =>
  new Intl.DateTimeFormat(tag, { day: "2-digit", month: "2-digit", year: "numeric" })
    .formatToParts(0)
    .flatMap(({ type }) =>
      type === "day" || type === "month" || type === "year" ? [parts[type]] : [],
    );
const clockOrder: Part[] = [parts.hour, parts.minute];

/** 2026-11-05 as users type it: 05/11/2026 or 11/05/2026. Any other text stays unchanged. */
export function dateText(iso: string, order = dateOrder()): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? [];
  const values = { year, month, day };
  return year ? order.map(({ name }) => values[name as "day"]).join("/") : iso;
}

/** The text typed so far, with its slashes. A pasted YYYY-MM-DD becomes a date too. */
export const maskDate = (text: string, before: string, order = dateOrder()) =>
  isDate(text.trim()) ? dateText(text.trim(), order) : applyMask(text, before, order, "/");

/** 8:30, 8h30 and 0830 become 08:30 while the user types. */
export function maskTime(text: string, before: string): string {
  // 24:00 and 2599 begin like 2:4 and 2:59. They are no times, and validation reports them.
  const [, hour, tens, minutes, last] = /^0(\d):(?:(\d):|(\d\d)(\d))$/.exec(text) ?? [];
  if (hour && tens) return `${hour}${tens}:`;
  if (hour && minutes) return `${hour}${minutes[0]}:${minutes[1]}${last}`;
  if (/^(2[4-9]|[3-9]\d):\d{0,2}$/.test(text)) return text;
  return applyMask(text, before, clockOrder, ":");
}

/** YYYY-MM-DD of a complete and existing date; otherwise the text. */
export function parseDate(text: string, order = dateOrder()): string {
  const numbers = text.split("/");
  const values = Object.fromEntries(order.map(({ name }, index) => [name, numbers[index] ?? ""]));
  const iso = `${values.year}-${values.month}-${values.day}`;
  return isDate(iso) ? iso : text;
}

/** Completes a time after typing: 8 becomes 08:00. */
export function completeTime(text: string): string {
  const [hour = "", minute = ""] = text.split(":");
  return hour === "" ? text : `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}

/**
 * Distributes digits over the parts. A part ends when it is full, a separator follows, or another
 * digit would exceed its limit.
 */
function applyMask(text: string, before: string, order: Part[], sign: string): string {
  // A deletion must not put the deleted separator back.
  if (text.length < before.length && before.startsWith(text)) return text;
  const done: string[] = [];
  let open = "";
  for (const letter of text) {
    const part = order[done.length];
    if (!part) break;
    if (!/\d/.test(letter)) {
      if (open !== "") done.push(padded(open, part));
      open = "";
    } else if (Number(open + letter) > part.max && done.length < order.length - 1) {
      done.push(padded(open, part));
      open = letter;
    } else {
      open += letter;
    }
    if (open.length === order[done.length]?.size) {
      done.push(open);
      open = "";
    }
  }
  const written = [...done, ...(open === "" ? [] : [open])].join(sign);
  return open === "" && done.length > 0 && done.length < order.length ? written + sign : written;
}

const padded = (digits: string, { size }: Part) => (size === 2 ? digits.padStart(2, "0") : digits);
