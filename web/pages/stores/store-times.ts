import type { Week } from "../../../src/shared/hours.ts";
import type { Field, FormValue, FormValues } from "../../forms/form.ts";
import { ApiError } from "../../kit/api.ts";
import { defaultWeek, weekErrors } from "../../kit/week/week.ts";
import type { Store } from "./types.ts";

const times = "stores.parts.times";

/** When a store takes orders: its hours, its preparation time, and its slots. */
export const timesFields = ({ ownHours }: FormValues): Field[] => [
  {
    tab: times,
    name: "prepMinutes",
    label: "stores.prepMinutes",
    hint: "stores.prepMinutesHint",
    type: "number",
    max: 10_080,
    messages: { invalid: "stores.prepMinutesInvalid" },
  },
  {
    tab: times,
    name: "slotLimit",
    label: "stores.slotLimit",
    hint: "stores.slotLimitHint",
    type: "number",
    min: 1,
    max: 100_000,
    messages: { invalid: "stores.slotLimitInvalid" },
  },
  {
    tab: times,
    name: "slotMinutes",
    label: "stores.slotMinutes",
    hint: "stores.slotMinutesHint",
    type: "number",
    required: true,
    min: 5,
    max: 1440,
    messages: { invalid: "stores.slotMinutesInvalid" },
  },
  {
    tab: times,
    name: "ownHours",
    label: "stores.ownHours",
    type: "switch",
    hint: "stores.ownHoursHint",
  },
  ...(ownHours === true
    ? [{ tab: times, name: "schedules", label: "stores.hours", type: "custom" as const }]
    : []),
];

export const timesOf = (row: Store | null): FormValues => ({
  prepMinutes: String(row?.prepMinutes ?? 0),
  slotLimit: String(row?.slotLimit ?? ""),
  slotMinutes: String(row?.slotMinutes ?? 30),
  ownHours: (row?.schedules ?? []).length > 0,
  schedules: weekText(row && row.schedules.length > 0 ? row.schedules : defaultWeek),
});

/** Throws `ApiError` for hours that lack an end. */
export function timesBody({
  prepMinutes,
  slotLimit,
  slotMinutes,
  ownHours,
  schedules,
}: FormValues) {
  const week = weekIn(schedules);
  if (ownHours === true && Object.keys(weekErrors(week)).length > 0)
    throw new ApiError(422, { error: "ERR_VALIDATION", fields: { schedules: "invalid" } });
  return {
    prepMinutes: Number(prepMinutes) || 0,
    slotLimit: Number(slotLimit) || null,
    slotMinutes: Number(slotMinutes),
    schedules: ownHours === true ? week : [],
  };
}

/** A form's value is a text, so the week is written as one. */
export const weekText = (week: Week): string => JSON.stringify(week);

export const weekIn = (text: FormValue): Week => JSON.parse(String(text)) as Week;
