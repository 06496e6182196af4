import type { Day, Week } from "../../src/attendance/hours.ts";
import { isTime } from "./typed-date.ts";

export type Hours = [start: string, end: string];

/** "hours" may be two intervals; "always" is without a rule; "closed" begins when it ends. */
export type Mode = "hours" | "always" | "closed";

type Named = Day & { weekday: string };

/** Monday first. `weekday` is what the wire says beside the English name. */
const names = [
  ["Segunda-feira", "monday"],
  ["Terça-feira", "tuesday"],
  ["Quarta-feira", "wednesday"],
  ["Quinta-feira", "thursday"],
  ["Sexta-feira", "friday"],
  ["Sábado", "saturday"],
  ["Domingo", "sunday"],
] as const;

const blank: Hours = ["", ""];
const shut: Hours = ["00:00", "00:00"];

/** What a day begins with when it gets hours. */
export const officeHours: [Hours, Hours] = [["08:00", "18:00"], blank];

/** The week of a new place. doc 1 §5 */
export const usualWeek: Week = names.map((_, index) => dayOf(index, index < 5 ? officeHours : [index === 5 ? ["08:00", "12:00"] : shut, blank]));

/** All seven days, Monday first, whatever is missing. */
export const wholeWeek = (week: Week): Week =>
  names.map(([, english], index) => {
    const known = week.find(({ weekdayEn }) => weekdayEn.toLowerCase() === english);
    return dayOf(index, known ? hoursOf(known) : [blank, blank]);
  });

export const hoursOf = ({ startTime, endTime, startTime2 = "", endTime2 = "" }: Day): [Hours, Hours] => [[startTime, endTime], [startTime2, endTime2]];

export function modeOf(day: Day): Mode {
  const [first, second] = hoursOf(day);
  if (isBlank(first) && isBlank(second)) return "always";
  return first[0] === first[1] && isBlank(second) ? "closed" : "hours";
}

/** A day's hours by its mode. */
export const hoursIn: Record<Mode, [Hours, Hours]> = { hours: officeHours, always: [blank, blank], closed: [shut, blank] };

/** The week with one day's hours changed. */
export const withHours = (week: Week, index: number, hours: [Hours, Hours]): Week => wholeWeek(week).map((day, at) => (at === index ? dayOf(index, hours) : day));

/** The week with a day's hours on other days too. */
export const copied = (week: Week, from: number, to: number[]): Week => wholeWeek(week).map((day, at, all) => (to.includes(at) ? dayOf(at, hoursOf(all[from]!)) : day));

/** What is wrong, by place: `2.endTime2`, a code. */
export function wrongIn(week: Week): Record<string, string> {
  return Object.fromEntries(
    wholeWeek(week).flatMap((day, index) =>
      hoursOf(day).flatMap((hours, second) => {
        const code = wrong(hours);
        return code ? [[`${index}.${isTime(hours[0]) ? "endTime" : "startTime"}${second ? "2" : ""}`, code]] : [];
      }),
    ),
  );
}

/** One without the other, or half typed. */
export const wrong = (hours: Hours) => (isBlank(hours) || hours.every(isTime) ? undefined : "required");

export const isBlank = ([start, end]: Hours) => start === "" && end === "";

/** It ends on the next day. */
export const isOvernight = ([start, end]: Hours) => isTime(start) && isTime(end) && end < start;

function dayOf(index: number, [[startTime, endTime], [startTime2, endTime2]]: [Hours, Hours]): Named {
  const [weekday, weekdayEn] = names[index]!;
  return { weekday, weekdayEn, startTime, endTime, startTime2, endTime2 };
}
