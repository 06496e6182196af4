import { z } from "zod";
import { maxHolidays } from "../../shared/limits.ts";
import { arrayOf, bounded, text, time } from "../../kit/http/fields.ts";

const names = {
  monday: "Segunda-feira",
  tuesday: "Terça-feira",
  wednesday: "Quarta-feira",
  thursday: "Quinta-feira",
  friday: "Sexta-feira",
  saturday: "Sábado",
  sunday: "Domingo",
} as const;
type Name = keyof typeof names;
const days = Object.keys(names) as Name[];

const timeOrNone = z.literal("").or(time);

const day = z
  .object({
    weekday: text(30).optional(),
    weekdayEn: bounded(30)
      .trim()
      .toLowerCase()
      .pipe(z.enum(days as [Name, ...Name[]])),
    startTime: timeOrNone,
    endTime: timeOrNone,
    startTime2: timeOrNone.optional(),
    endTime2: timeOrNone.optional(),
  })
  .superRefine(({ startTime, endTime, startTime2 = "", endTime2 = "" }, context) => {
    for (const [name, time, other] of [
      ["startTime", startTime, endTime],
      ["endTime", endTime, startTime],
      ["startTime2", startTime2, endTime2],
      ["endTime2", endTime2, startTime2],
    ] as const) {
      if (time === "" && other !== "")
        context.addIssue({ code: "custom", message: "required", path: [name] });
    }
  })
  .transform((day) => ({ ...day, weekday: day.weekday || names[day.weekdayEn] }));

const eachOnce = arrayOf(day, 7).superRefine((week, context) => {
  for (const [index, { weekdayEn }] of week.entries()) {
    if (week.findIndex((each) => each.weekdayEn === weekdayEn) < index)
      context.addIssue({ code: "custom", message: "taken", path: [index, "weekdayEn"] });
  }
});

/** The hours of all seven days, each once. */
export const week = eachOnce.refine(({ length }) => length === 7, "too_short");

/** The same, or no hours at all. */
export const weekOrNone = eachOnce.refine(
  ({ length }) => length === 7 || length === 0,
  "too_short",
);

/** Holidays and other days with special hours, each date once. rules.md#opening-hours */
export const holidays = arrayOf(
  z.object({
    date: z.iso.date(),
    yearly: z.boolean().default(false),
    label: text(50).default(""),
    hours: arrayOf(z.tuple([time, time]), 2).default([]),
  }),
  maxHolidays,
).superRefine((holidays, context) => {
  for (const [index, { date }] of holidays.entries()) {
    if (holidays.findIndex((each) => each.date === date) < index)
      context.addIssue({ code: "custom", message: "taken", path: [index, "date"] });
  }
});

/** The hours of a company or queue without hours of its own. */
export const usualWeek: z.infer<typeof week> = days.map((weekdayEn) => ({
  weekday: names[weekdayEn],
  weekdayEn,
  ...usual(weekdayEn),
  startTime2: "",
  endTime2: "",
}));

function usual(day: Name) {
  if (day === "sunday") return { startTime: "00:00", endTime: "00:00" };
  return { startTime: "08:00", endTime: day === "saturday" ? "12:00" : "18:00" };
}
