import { date, language, t, time } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";

/**
 * The start of a waiting campaign as text: today, tomorrow, or a date, by this device's calendar.
 */
export function beginsText(at: string, now = Date.now()): string {
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(Date.parse(at)) - midnight(now)) / 86_400_000);
  if (days === 0) return t("campaigns.begins.today", { time: time(at) });
  if (days === 1) return t("campaigns.begins.tomorrow", { time: time(at) });
  const weekday = new Intl.DateTimeFormat(languageTags[language.peek()], {
    weekday: "long",
  }).format(Date.parse(at));
  return t("campaigns.begins.later", { weekday, date: date(at), time: time(at) });
}
