import { type FormEvent, useId, useState } from "react";
import type { Dashboard } from "../../../src/modules/dashboard/table.ts";
import { DateInput } from "../../kit/DateInput.tsx";
import { date, useTranslation } from "../../kit/text.ts";
import { isDate } from "../../kit/date-checks.ts";
import { presets } from "./dashboard-data.ts";
import type { Filter } from "./figures-of.ts";

type Props = { filter: Filter; period?: Dashboard["period"]; onChange: (filter: Filter) => void };

/** Chooses the period: the current month, some days up to today, or dates. */
export function PeriodBar({ filter, period, onChange }: Props) {
  const { t } = useTranslation();
  const byDates = Boolean(filter.date_from ?? filter.date_to);
  const [picking, setPicking] = useState(byDates);
  const dates = picking || byDates;
  const choose = (next: Filter) => {
    setPicking(false);
    onChange(next);
  };
  return (
    <div>
      <div
        role="group"
        aria-label={t("dashboard.period")}
        className="flex flex-wrap items-center gap-1.5"
      >
        <PeriodButton
          on={!dates && !filter.days}
          text={t("dashboard.thisMonth")}
          onChoose={() => choose({})}
        />
        {presets.map((days) => (
          <PeriodButton
            key={days}
            on={!dates && filter.days === days}
            text={t("dashboard.days", { count: days })}
            onChoose={() => choose({ days })}
          />
        ))}
        <PeriodButton on={dates} text={t("dashboard.dates")} onChoose={() => setPicking(true)} />
        {period && (
          <p data-period className="text-muted tabular phone:ml-1">
            {period.from === period.to
              ? date(period.from)
              : t("dashboard.fromTo", { from: date(period.from), to: date(period.to) })}
          </p>
        )}
      </div>
      {dates && <Dates key={JSON.stringify(filter)} filter={filter} onChange={onChange} />}
    </div>
  );
}

const PeriodButton = ({
  on,
  text,
  onChoose,
}: {
  on: boolean;
  text: string;
  onChoose: () => void;
}) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onChoose}
    className={`h-8 cursor-pointer rounded-lg border px-2.5 transition-colors duration-120 ${on ? "border-primary bg-primary/12 text-primary font-semibold" : "border-line bg-base-100 hover:bg-hover"}`}
  >
    {text}
  </button>
);

function Dates({ filter, onChange }: Pick<Props, "filter" | "onChange">) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(filter.date_from ?? "");
  const [to, setTo] = useState(filter.date_to ?? "");
  const id = useId();
  const [wrong, setWrong] = useState<string | null>(null);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (![from, to].every((day) => day === "" || isDate(day))) return setWrong("dashboard.noDate");
    if (!from && !to) return setWrong("dashboard.noFilter");
    if (from && to && to < from) return setWrong("dashboard.backwards");
    setWrong(null);
    onChange({ date_from: from || undefined, date_to: to || undefined });
  };

  return (
    <form noValidate onSubmit={send} className="mt-3">
      <div className="flex flex-wrap items-end gap-2.5">
        <Day name="date_from" value={from} wrong={wrong ? id : undefined} onChange={setFrom} />
        <Day name="date_to" value={to} wrong={wrong ? id : undefined} onChange={setTo} />
        <button type="submit" className="btn">
          {t("dashboard.filter")}
        </button>
      </div>
      {wrong && (
        <p id={id} role="alert" className="text-error text-small mt-1.5">
          {t(wrong)}
        </p>
      )}
    </form>
  );
}

function Day({
  name,
  value,
  wrong,
  onChange,
}: {
  name: "date_from" | "date_to";
  value: string;
  /** The id of the error text. */ wrong?: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex w-40 flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {t(`dashboard.${name}`)}
      </label>
      <DateInput
        id={id}
        name={name}
        value={value}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong}
        className={`input ${wrong ? "input-error" : ""}`}
        onChange={onChange}
      />
    </div>
  );
}
