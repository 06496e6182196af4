import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TimeInput } from "../../../kit/TimeInput.tsx";
import { isTime } from "../../../kit/typed-date.ts";
import { instantOf, wallClock } from "../hours.ts";

/** A clock that was set: what was chosen, and from when on (epoch ms) it runs. */
export type When = { day: number; time: string; at: number; since: number };

/** What it shows now; null while it is the real one. */
export const timeOf = (when: When | null) => (when ? when.at + (Date.now() - when.since) : null);

type Props = { when: When | null; timezone: string; onChange: (when: When | null) => void };

/** When a talk takes place: now, or on a day at a time. */
export function SetClock({ when, timezone, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const [typed, type] = useState(when?.time ?? "");
  const hear = (time: string) => {
    type(time);
    if (when && isTime(time)) set(when.day, time);
  };
  useEffect(() => type(when?.time ?? ""), [when?.time]);
  const set = (day: number, time: string) => onChange({ day, time, at: instantOf(next(day, timezone), time || "00:00", timezone), since: Date.now() });
  return (
    <>
      <select
        aria-label={t("simulator.when")}
        className="select select-sm w-auto min-w-32 flex-1"
        value={when?.day ?? ""}
        onChange={({ target }) => (target.value === "" ? onChange(null) : set(Number(target.value), when?.time ?? wallClock(Date.now(), timezone).time))}
      >
        <option value="">{t("simulator.now")}</option>
        {[1, 2, 3, 4, 5, 6, 0].map((day) => (
          <option key={day} value={day}>
            {named(day, i18n.language)}
          </option>
        ))}
      </select>
      {when && <TimeInput required aria-label={t("simulator.time")} className="input input-sm tabular w-20 shrink-0" value={typed} onChange={hear} />}
    </>
  );
}

/** The next date (YYYY-MM-DD) that is this day of the week; today may be it. */
function next(day: number, timezone: string): string {
  const today = new Date(`${wallClock(Date.now(), timezone).date}T12:00:00Z`);
  return new Date(today.getTime() + ((day - today.getUTCDay() + 7) % 7) * 86_400_000).toISOString().slice(0, 10);
}

/** The 22nd of November 2026 is a Sunday. */
const named = (day: number, language: string) => new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2026, 10, 22 + day));
