import { type FormEvent, useId, useState } from "react";
import { DateInput } from "../../kit/DateInput.tsx";
import { isDate } from "../../kit/date-checks.ts";
import { narrow, useMedia } from "../../kit/media.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Filter } from "./figures-of.ts";
import { filterOf, periodOf, periods, type PeriodName } from "./filter.ts";

type Props = {
  filter: Filter;
  /** Whether the fields for dates are open. */
  isPicking: boolean;
  onPick: (isPicking: boolean) => void;
  onChange: (filter: Filter) => void;
};

const onPhones: readonly PeriodName[] = ["today", "yesterday", "week", "dates"];

/** Chooses the period: today, yesterday, some days up to today, the month, or dates. */
export function PeriodBar({ filter, isPicking, onPick, onChange }: Props) {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrow);
  const value = isPicking ? "dates" : periodOf(filter);
  const choose = (period: PeriodName) => {
    if (period === "dates") return onPick(true);
    onPick(false);
    onChange(filterOf(period));
  };
  return (
    <div className="max-phone:w-[calc(100vw-2rem)] [&_button]:px-2.5! [&_button]:whitespace-nowrap [&>div]:flex-nowrap!">
      <Tabs
        variant="box"
        label={t("dashboard.period")}
        values={isNarrow ? onPhones : periods}
        value={value}
        text={(period) => t(`dashboard.periods.${period}`)}
        onChange={choose}
      />
    </div>
  );
}

/** The fields for a period by dates. */
export function PeriodDates({ filter, onChange }: Pick<Props, "filter" | "onChange">) {
  const { t } = useTranslation();
  const isByDates = periodOf(filter) === "dates";
  const [from, setFrom] = useState((isByDates && filter.date_from) || "");
  const [to, setTo] = useState((isByDates && filter.date_to) || "");
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
    <form noValidate onSubmit={send} className="mb-4">
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
