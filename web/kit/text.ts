import { signal } from "@preact/signals-react";
import { useSyncExternalStore } from "react";
import { type Language, languages } from "../../src/shared/languages.ts";
import { ApiError } from "./api.ts";
import { brand } from "./brand.ts";
import { hasText, languageTags, loadTexts, type Translate, translatorOf } from "./translations.ts";

/** The language on screen: the box's, unless the user chose another. */
export const language = signal<Language>("ptBR");

/** Epoch ms, updated each half minute. Texts such as "5 min" read it to stay current. */
export const clock = signal(Date.now());

export const languageNames: Record<Language, string> = {
  ptBR: "Português (Brasil)",
  en: "English",
  es: "Español",
};

const translators = Object.fromEntries(
  languages.map((one) => [one, { t: translatorOf(one), tag: languageTags[one] }]),
) as Record<Language, { t: Translate; tag: string }>;

/** For code outside components; components call `useTranslation()`. */
export const t: Translate = (key, values) => translators[language.peek()].t(key, values);

/** The texts in the screen's language, and its BCP 47 tag; the component follows changes. */
export const useTranslation = () =>
  translators[useSyncExternalStore(followLanguage, shownLanguage)];

const followLanguage = (changed: () => void) => language.subscribe(changed);
const shownLanguage = () => language.peek();

export async function startText() {
  await applyLanguage(preferredLanguage());
  setInterval(() => (clock.value = Date.now()), 30_000);
}

export async function setLanguage(chosen: Language) {
  localStorage.setItem("language", chosen);
  await applyLanguage(chosen);
}

/** Switches to the box's language when the user has chosen none of its languages. */
export async function followBox() {
  if (preferredLanguage() !== language.peek()) await applyLanguage(preferredLanguage());
}

function preferredLanguage(): Language {
  const stored = localStorage.getItem("language");
  return brand.peek().languages.find((one) => one === stored) ?? brand.peek().language;
}

/** The text of an error for users. */
export function errorText(error: unknown): string {
  if (typeof error === "string") return error;
  if (!(error instanceof ApiError)) return t("errors.unexpected");
  const key = `errors.${error.details.visiting === true ? "visiting" : error.code}`;
  if (!hasText(key))
    return t("errors.unknown", { code: error.code, requestId: error.requestId || "–" });
  const { dueDate, user } = error.details;
  return t(key, {
    ...error.details,
    user: user ?? t("common.someone"),
    date: typeof dueDate === "string" ? date(dueDate) : "",
  });
}

/** 14:05 */
export const time = (iso: string) =>
  format({ hour: "2-digit", minute: "2-digit" }).format(instant(iso));

/** 20/11/2026 */
export const date = (iso: string) =>
  format({ day: "2-digit", month: "2-digit", year: "numeric" }).format(instant(iso));

/** 11/2026: the month of a day. */
export const monthOf = (day: string) =>
  format({ month: "2-digit", year: "numeric" }).format(instant(day));

/** 20/11/26 14:05 */
export const dateTime = (iso: string) =>
  `${format({ day: "2-digit", month: "2-digit", year: "2-digit" }).format(instant(iso))} ${time(iso)}`;

/** 14:05 for today, 20/11/26 14:05 for other days. */
export const timeOrDateTime = (iso: string) => (daysAgo(iso) === 0 ? time(iso) : dateTime(iso));

/** Hoje, Ontem, terça-feira, 20/11/2026: the day separators of a conversation. */
export function day(iso: string) {
  const ago = daysAgo(iso);
  if (ago === 0) return t("common.today");
  if (ago === 1) return t("common.yesterday");
  if (ago > 1 && ago < 7) return format({ weekday: "long" }).format(instant(iso));
  return date(iso);
}

/** seg., 20/11/2026: a day to come. */
export const comingDay = (iso: string) =>
  daysAgo(iso) > -7 ? format({ weekday: "short" }).format(instant(iso)) : date(iso);

/** agora, 5 min, 14:05, Ontem, ter., 20/11/2026: for rows of a list. */
export function relative(iso: string) {
  const minutes = Math.floor((clock.value - instant(iso).getTime()) / 60_000);
  if (minutes < 1) return t("common.now");
  if (minutes < 60) return t("common.minutes", { n: minutes });
  const ago = daysAgo(iso);
  if (ago === 0) return time(iso);
  if (ago === 1) return t("common.yesterday");
  if (ago < 7) return format({ weekday: "short" }).format(instant(iso));
  return date(iso);
}

/**
 * An amount in wire format (`"1234.56"`) as R$ 1.234,56. Spanish uses the Portuguese format,
 * because its own would be 1234,56 BRL.
 */
export const money = (amount: string) =>
  new Intl.NumberFormat(languageTags[language.value === "es" ? "ptBR" : language.value], {
    style: "currency",
    currency: "BRL",
  }).format(Number(amount));

/** A discount on a sum: − R$ 0,50; R$ 0,00 without one. */
export const deduction = (amount: string) =>
  Number(amount) > 0 ? `−\u00a0${money(amount)}` : money(amount);

/** 7.5 as 7,5% */
export const percent = (value: number) =>
  new Intl.NumberFormat(languageTags[language.value], {
    style: "percent",
    maximumFractionDigits: 2,
  }).format(value / 100);

/** A file size: 340 kB, 2,3 MB. */
export function bytes(count: number) {
  const large = count >= 1000 * 1024;
  const size = Math.max(0.1, count / (large ? 1024 * 1024 : 1024));
  return new Intl.NumberFormat(languageTags[language.value], {
    style: "unit",
    unit: large ? "megabyte" : "kilobyte",
    maximumFractionDigits: size < 10 ? 1 : 0,
  })
    .format(size)
    .replace(" ", "\u00a0");
}

/** 5511988880001 as +55 11 98888-0001; other countries' numbers stay unchanged. */
export function phone(number: string) {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number.replace(/\D/g, ""));
  return brazilian ? `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}` : number;
}

/** How a person is reached: by their number, or by the network's name for them. */
export const reach = ({ number, username }: { number: string; username?: string }) =>
  number ? phone(number) : username ? `@${username}` : "";

/** The language on screen, or the one that is loading. */
export let comingLanguage: Language = "ptBR";

async function applyLanguage(chosen: Language) {
  comingLanguage = chosen;
  await loadTexts(chosen);
  language.value = chosen;
  document.documentElement.lang = languageTags[chosen];
}

// A bare date ("2026-11-20") is a day of the wall calendar, not midnight in Greenwich.
/** YYYY-MM-DD of the calendar here. */
export const localDay = (at = new Date()) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;

const instant = (iso: string) => new Date(iso.length === 10 ? `${iso}T00:00:00` : iso);

function daysAgo(iso: string) {
  const midnight = (moment: Date) =>
    new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
  return Math.round((midnight(new Date(clock.value)) - midnight(instant(iso))) / 86_400_000);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions) {
  const key = language.value + JSON.stringify(options);
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(languageTags[language.value], options);
  formats.set(key, cached);
  return cached;
}
