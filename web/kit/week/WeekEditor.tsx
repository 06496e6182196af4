import { Copy } from "lucide-react";
import { useState } from "react";
import type { Week } from "../../../src/shared/hours.ts";
import { HoursInput } from "./HoursInput.tsx";
import { Menu } from "../Menu.tsx";
import { useTranslation } from "../text.ts";
import {
  copyHours,
  hoursByMode,
  hoursOf,
  modeOf,
  type Mode,
  completeWeek,
  withHours,
} from "./week.ts";

type Props = {
  /** Missing days are open. `defaultWeek` is the week of a new place. */
  value: Week;
  /** Called with all seven days, Monday first. */
  onChange: (week: Week) => void;
  /**
   * Error codes by place, such as `2.endTime`: from `weekErrors(week)`, or from the server after
   * `schedules.`.
   */
  errors?: Record<string, string>;
};

const modes: Mode[] = ["hours", "always", "closed"];

/** Edits a place's opening hours, day by day. */
export function WeekEditor({ value, onChange, errors = {} }: Props) {
  const { t, tag } = useTranslation();
  // Half-typed hours can look like another mode for a moment, so the chosen mode stays.
  const [chosen, setChosen] = useState<Record<number, Mode>>({});
  const week = completeWeek(value);
  const dayNames = week.map((_, index) => dayName(index, tag));

  const copyTo = (from: number, to: number[]) => {
    const mode = chosen[from] ?? modeOf(week[from]!);
    setChosen({ ...chosen, ...Object.fromEntries(to.map((index) => [index, mode])) });
    onChange(copyHours(week, from, to));
  };

  return (
    <ul className="divide-line flex flex-col divide-y">
      {week.map((day, index) => {
        const mode = chosen[index] ?? modeOf(day);
        const name = dayNames[index]!;
        return (
          <li
            key={day.weekdayEn}
            data-day={day.weekdayEn}
            className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2 phone:grid phone:grid-cols-[7.5rem_8rem_minmax(0,1fr)_auto]"
          >
            <span className="order-1 block min-w-0 flex-1 truncate leading-10 font-medium first-letter:uppercase">
              {name}
            </span>
            <select
              aria-label={t("week.modeOf", { day: name })}
              value={mode}
              className="select order-2 w-32 shrink-0 phone:w-full"
              onChange={({ target }) => {
                const next = modes.find((one) => one === target.value) ?? "hours";
                setChosen({ ...chosen, [index]: next });
                onChange(withHours(week, index, hoursByMode[next]));
              }}
            >
              {modes.map((one) => (
                <option key={one} value={one}>
                  {t(`week.modes.${one}`)}
                </option>
              ))}
            </select>
            <div
              className={`order-4 min-w-0 basis-full phone:order-3 ${mode === "hours" ? "" : "hidden phone:block"}`}
            >
              {mode === "hours" && (
                <HoursInput
                  label={name}
                  value={hoursOf(day)}
                  errors={Object.fromEntries(
                    ["startTime", "endTime", "startTime2", "endTime2"].map((part) => [
                      part,
                      errors[`${index}.${part}`],
                    ]),
                  )}
                  onChange={(hours) => {
                    setChosen({ ...chosen, [index]: mode });
                    onChange(withHours(week, index, hours));
                  }}
                />
              )}
            </div>
            <div className="order-3 flex h-10 items-center phone:order-4">
              <Menu
                label={t("week.copyOf", { day: name })}
                className="btn btn-ghost btn-square btn-sm text-muted"
                items={[
                  { label: t("week.toWeekdays"), onSelect: () => copyTo(index, [0, 1, 2, 3, 4]) },
                  { label: t("week.toAll"), onSelect: () => copyTo(index, [0, 1, 2, 3, 4, 5, 6]) },
                  ...dayNames.flatMap((other, at) =>
                    at === index
                      ? []
                      : [
                          {
                            label: t("week.toDay", { day: other }),
                            onSelect: () => copyTo(index, [at]),
                          },
                        ],
                  ),
                ]}
              >
                <Copy size={16} aria-hidden />
              </Menu>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** 2026-11-23 is a Monday. */
const dayName = (index: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2026, 10, 23 + index),
  );
