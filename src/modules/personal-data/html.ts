import { escaped } from "../../kit/files/markup.ts";
import type { Language } from "../../shared/languages.ts";

/**
 * The facts that each section of the page needs: the language, the person, the company, and the
 * date formats.
 */
export type Page = { language: Language; person: string; company: string; dates: Dates };

type Dates = ReturnType<typeof datesIn>;

/** A text that someone wrote; its direction must not affect what follows. */
export const text = (written: string) => `<bdi>${escaped(written)}</bdi>`;
export const time = (at: Date, format: (at: Date) => string) =>
  `<time datetime="${at.toISOString()}">${escaped(format(at))}</time>`;
export const pairs = (all: [name: string, value: string][]) =>
  `<dl>${all
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`)
    .join("\n")}</dl>`;
export const list = (lines: string[]) =>
  lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${line}</li>`).join("\n")}</ul>`;
/** A part of the page; nothing where it is empty. */
export const section = (title: string, inside: string) =>
  inside === "" ? "" : `<section><h2>${escaped(title)}</h2>${inside}</section>`;

/** How days and hours are written, in a language (a BCP 47 tag) and a time zone. */
export function datesIn(tag: string, timeZone: string) {
  const day = new Intl.DateTimeFormat(tag, {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const hour = new Intl.DateTimeFormat(tag, { timeZone, hour: "2-digit", minute: "2-digit" });
  const moment = new Intl.DateTimeFormat(tag, {
    timeZone,
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  return {
    day: (at: Date) => day.format(at),
    hour: (at: Date) => hour.format(at),
    moment: (at: Date) => moment.format(at),
  };
}
