import { useId, useState } from "react";
import { DateInput } from "../../kit/DateInput.tsx";
import { isDate } from "../../kit/date-checks.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";
import type { Days } from "./use-days.ts";

addTexts(texts);

type Props = { days: Days; today: string; onChange: (days: Days) => void };

/** Chooses a range of days. An incomplete day changes nothing. */
export function DayFilter({ days, today, onChange }: Props) {
  const { t } = useTranslation();
  const isToday = days.startDate === today && days.endDate === today;
  const from = (startDate: string) =>
    onChange({ startDate, endDate: days.endDate < startDate ? startDate : days.endDate });
  const to = (endDate: string) =>
    onChange({ startDate: days.startDate > endDate ? endDate : days.startDate, endDate });
  return (
    <div className="flex flex-wrap items-end gap-2.5 max-phone:w-full">
      <Day
        key={`from ${days.startDate}`}
        label={t("days.from")}
        name="startDate"
        value={days.startDate}
        onChange={from}
      />
      <Day
        key={`to ${days.endDate}`}
        label={t("days.to")}
        name="endDate"
        value={days.endDate}
        onChange={to}
      />
      {!isToday && (
        <button
          type="button"
          className="btn"
          onClick={() => onChange({ startDate: today, endDate: today })}
        >
          {t("common.today")}
        </button>
      )}
    </div>
  );
}

function Day({
  label,
  name,
  value,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  return (
    <div className="flex w-38 min-w-0 flex-col gap-1 max-phone:flex-1">
      <label htmlFor={id} className="text-muted text-small">
        {label}
      </label>
      <DateInput
        id={id}
        name={name}
        value={typed}
        className="input"
        onBlur={() => !isDate(typed) && setTyped(value)}
        onChange={(day) => {
          setTyped(day);
          if (isDate(day) && day !== value) onChange(day);
        }}
      />
    </div>
  );
}
