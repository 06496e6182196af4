import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { DateInput } from "../../../kit/DateInput.tsx";
import * as texts from "../../../kit/text.ts";
import { TimeInput } from "../../../kit/TimeInput.tsx";
import { isDate, isTime } from "../../../kit/date-checks.ts";
import { holidays } from "../queue-context.ts";
import { instantOf, wallClock } from "../../../kit/wall-clock.ts";
import { comingHolidays, nextWeekday } from "./dates.ts";

/**
 * A clock that the user set. `chosen` is a weekday, a holiday's date or `anyDate`. The clock runs
 * from `since` (epoch ms).
 */
export type SetTime = { chosen: string; date: string; time: string; at: number; since: number };

/** The current time of a set clock; null for the real clock. */
export const timeOf = (when: SetTime | null) => (when ? when.at + (Date.now() - when.since) : null);

const anyDate = "date";

type Props = { when: SetTime | null; timezone: string; onChange: (when: SetTime | null) => void };

/** Sets the time of a simulated conversation: now, a day of the week, a holiday, or any moment. */
export function SetClock({ when, timezone, onChange }: Props) {
  useSignals();
  const { t, tag } = texts.useTranslation();
  const [time, setTime] = useState(when?.time ?? "");
  const [day, setDay] = useState(when?.date ?? "");
  const today = wallClock(Date.now(), timezone).date;
  useEffect(() => setTime(when?.time ?? ""), [when?.time]);
  useEffect(() => setDay(when?.date ?? ""), [when?.date]);

  const set = (chosen: string, date: string, at: string) =>
    onChange({ chosen, date, time: at, at: instantOf(date, at, timezone), since: Date.now() });
  const choose = (chosen: string) => {
    if (chosen === "") return onChange(null);
    const date = /^\d$/.test(chosen)
      ? nextWeekday(Number(chosen), today)
      : chosen === anyDate
        ? (when?.date ?? today)
        : chosen;
    set(chosen, date, when?.time ?? wallClock(Date.now(), timezone).time);
  };
  const onTimeTyped = (typed: string) => {
    setTime(typed);
    if (when && isTime(typed)) set(when.chosen, when.date, typed);
  };
  const onDayTyped = (typed: string) => {
    setDay(typed);
    if (when && isDate(typed)) set(anyDate, typed, when.time);
  };
  const special = comingHolidays(holidays.value, today);

  return (
    <div className={`flex min-w-0 flex-1 gap-2 ${when ? "basis-full" : ""}`}>
      <select
        aria-label={t("simulator.when")}
        className="select select-sm w-auto min-w-32 flex-1"
        value={when?.chosen ?? ""}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t("simulator.now")}</option>
        <optgroup label={t("simulator.weekdays")}>
          {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
            <option key={weekday} value={weekday}>
              {named(weekday, tag)}
            </option>
          ))}
        </optgroup>
        {special.length > 0 && (
          <optgroup label={t("simulator.holidays")}>
            {special.map(({ date, label }) => (
              <option key={date} value={date}>
                {[label, texts.date(date)].filter(Boolean).join(" · ")}
              </option>
            ))}
          </optgroup>
        )}
        <option value={anyDate}>{t("simulator.anyDate")}</option>
      </select>
      {when?.chosen === anyDate && (
        <DateInput
          required
          aria-label={t("simulator.date")}
          className="input input-sm w-36 shrink-0"
          value={day}
          onChange={onDayTyped}
        />
      )}
      {when && (
        <TimeInput
          required
          aria-label={t("simulator.time")}
          className="input input-sm tabular w-20 shrink-0"
          value={time}
          onChange={onTimeTyped}
        />
      )}
    </div>
  );
}

/** The 22nd of November 2026 is a Sunday. */
const named = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2026, 10, 22 + day),
  );
