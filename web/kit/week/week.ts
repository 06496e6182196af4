import type { Day, Week } from "../../../src/shared/hours.ts";
import { isTime } from "../date-checks.ts";

export type Hours = [start: string, end: string];

/** "hours" has one or two intervals, "always" has no rule, and "closed" begins when it ends. */
export type Mode = "hours" | "always" | "closed";

type NamedDay = Day & { weekday: string };

/** Monday first. `weekday` is the wire's second name, beside the English one. */
const names = [
  ["Segunda-feira", "monday"],
  ["Terça-feira", "tuesday"],
  ["Quarta-feira", "wednesday"],
  ["Quinta-feira", "thursday"],
  ["Sexta-feira", "friday"],
  ["Sábado", "saturday"],
  ["Domingo", "sunday"],
] as const;

const noHours: Hours = ["", ""];
const closedHours: Hours = ["00:00", "00:00"];

/** The initial hours of a day that opens. */
export const officeHours: [Hours, Hours] = [["08:00", "18:00"], noHours];

/** The default week of a new place. rules.md#form-defaults */
export const defaultWeek: Week = names.map((_, index) =>
  dayOf(index, index < 5 ? officeHours : [index === 5 ? ["08:00", "12:00"] : closedHours, noHours]),
);

/** All seven days, Monday first; missing days are added. */
export const completeWeek = (week: Week): Week =>
  names.map(([, english], index) => {
    const existing = week.find(({ weekdayEn }) => weekdayEn.toLowerCase() === english);
    return dayOf(index, existing ? hoursOf(existing) : [noHours, noHours]);
  });

export const hoursOf = ({
  startTime,
  endTime,
  startTime2 = "",
  endTime2 = "",
}: Day): [Hours, Hours] => [
  [startTime, endTime],
  [startTime2, endTime2],
];

export function modeOf(day: Day): Mode {
  const [first, second] = hoursOf(day);
  if (isBlank(first) && isBlank(second)) return "always";
  return first[0] === first[1] && isBlank(second) ? "closed" : "hours";
}

/** A day's hours by its mode. */
export const hoursByMode: Record<Mode, [Hours, Hours]> = {
  hours: officeHours,
  always: [noHours, noHours],
  closed: [closedHours, noHours],
};

/** The week with one day's hours changed. */
export const withHours = (week: Week, index: number, hours: [Hours, Hours]): Week =>
  completeWeek(week).map((day, at) => (at === index ? dayOf(index, hours) : day));

/** The week with a day's hours on other days too. */
export const copyHours = (week: Week, from: number, to: number[]): Week =>
  completeWeek(week).map((day, at, all) =>
    to.includes(at) ? dayOf(at, hoursOf(all[from]!)) : day,
  );

/** Error codes by place, such as `2.endTime2`. */
export function weekErrors(week: Week): Record<string, string> {
  return Object.fromEntries(
    completeWeek(week).flatMap((day, index) =>
      hoursOf(day).flatMap((hours, second) => {
        const code = hoursError(hours);
        return code
          ? [[`${index}.${isTime(hours[0]) ? "endTime" : "startTime"}${second ? "2" : ""}`, code]]
          : [];
      }),
    ),
  );
}

/** The error of hours with a missing or half-typed end. */
export const hoursError = (hours: Hours) =>
  isBlank(hours) || hours.every(isTime) ? undefined : "required";

export const isBlank = ([start, end]: Hours) => start === "" && end === "";

/** Whether the hours end on the next day. */
export const isOvernight = ([start, end]: Hours) => isTime(start) && isTime(end) && end < start;

function dayOf(
  index: number,
  [[startTime, endTime], [startTime2, endTime2]]: [Hours, Hours],
): NamedDay {
  const [weekday, weekdayEn] = names[index]!;
  return { weekday, weekdayEn, startTime, endTime, startTime2, endTime2 };
}
