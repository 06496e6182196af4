import { language } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import { companyMoment } from "./schedule.ts";

/**
 * A local time of the company (YYYY-MM-DDTHH:mm, or a day) in the screen's language. Reads a
 * signal.
 */
export const inWords = (local: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languageTags[language.value], { ...options, timeZone: "UTC" }).format(
    new Date(`${local.length === 10 ? `${local}T12:00` : local}Z`),
  );

/** An instant as seg., 23/11/2026, 09:00, in the company's time zone. */
export const dayAndTime = (at: string | number) =>
  inWords(companyMoment(at), {
    weekday: "short",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
