import type { DayFigures } from "../../../src/modules/dashboard/table.ts";
import { language, t, time } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";

/** The weekday of a date (YYYY-MM-DD); Monday is 0. */
export const weekdayOf = (date: string) => (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7;

const daysIn = ({ from, to }: DayFigures["period"]) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

const isMonth = ({ period, compare }: DayFigures) =>
  period.from.endsWith("-01") && compare.from.endsWith("-01") && daysIn(period) > 1;

/** Whether the period has ended: it is counted up to the end of its last day. */
const isOver = ({ period, until }: DayFigures) =>
  new Date(until).toLocaleDateString("sv") > period.to;

const dayName = ({ compare }: DayFigures) => t(`dashboard.compare.days.${weekdayOf(compare.from)}`);

/** The name of the earlier period: sexta passada, sexta anterior, mês anterior. */
export function beforeName(day: DayFigures): string {
  if (daysIn(day.period) > 1)
    return t(isMonth(day) ? "dashboard.compare.month" : "dashboard.compare.period");
  return isOver(day)
    ? t("dashboard.compare.dayBefore", { day: dayName(day) })
    : t(`dashboard.compare.lastDay.${weekdayOf(day.compare.from)}`);
}

/** The line that says what the figures stand against. */
export function compareLine(day: DayFigures): string {
  const days = daysIn(day.period);
  if (!day.isComparable)
    return days === 1
      ? t("dashboard.compare.noDay", { day: dayName(day) })
      : t("dashboard.compare.none");
  if (days === 1 && isOver(day))
    return t("dashboard.compare.againstDayBefore", { day: dayName(day) });
  const against =
    days === 1
      ? t(`dashboard.compare.againstDay.${weekdayOf(day.compare.from)}`)
      : isMonth(day)
        ? t("dashboard.compare.againstMonth")
        : t("dashboard.compare.againstDays", { count: days });
  return isOver(day) ? against : t("dashboard.compare.upTo", { time: time(day.until), against });
}

/** sexta, 27 de novembro */
export const longDay = (at: Date) =>
  new Intl.DateTimeFormat(languageTags[language.value], {
    weekday: "long",
    day: "numeric",
    month: "long",
  })
    .format(at)
    .replace("-feira", "");
