import { useEffect, useId, useState } from "react";
import { api } from "../../kit/api.ts";
import { DateInput } from "../../kit/DateInput.tsx";
import { isDate } from "../../kit/date-checks.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { companyDay } from "../../parts/days/company-day.ts";
import { live } from "../../session/live.ts";

/** A day for which orders are wanted. */
export type ComingDay = { day: string; count: number; total: string };

/** The days ahead with orders, refreshed as orders change. */
export function useComingDays(): ComingDay[] {
  const [days, setDays] = useState<ComingDay[]>([]);
  useEffect(() => {
    const read = () =>
      void api.get<{ days: ComingDay[] }>("/orders/coming").then(
        (answer) => setDays(answer.days),
        () => undefined,
      );
    read();
    const closers = [live.on("order", read), live.onReset(read)];
    return () => closers.forEach((close) => close());
  }, []);
  return days;
}

type Props = {
  days: ComingDay[];
  value: string | null;
  onChange: (day: string | null) => void;
};

/** Narrows the list to a wanted day: any, or one of the next with its number of orders. */
export function ComingDays({ days, value, onChange }: Props) {
  const { t, tag } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(value ?? "");
  useEffect(() => setTyped(value ?? ""), [value]);
  const today = companyDay(Date.now());
  const nameOf = (day: string) =>
    day === today
      ? t("common.today")
      : new Intl.DateTimeFormat(tag, {
          weekday: "short",
          day: "2-digit",
          month: "2-digit",
          timeZone: "UTC",
        }).format(Date.parse(day));
  return (
    <>
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-muted">
          {t("orders.coming.day")}
        </label>
        <DateInput
          id={id}
          className="input w-38"
          value={typed}
          onBlur={() => !isDate(typed) && setTyped(value ?? "")}
          onChange={(day) => {
            setTyped(day);
            if (day === "") onChange(null);
            else if (isDate(day)) onChange(day);
          }}
        />
      </div>
      {days.length > 0 && (
        <div
          role="group"
          aria-label={t("orders.coming.title")}
          className="flex w-full flex-wrap items-center gap-2"
        >
          <span className="text-muted text-small">{t("orders.coming.title")}</span>
          {days.map(({ day, count, total }) => {
            const isChosen = day === value;
            const label = t("orders.coming.one", { day: nameOf(day), count, total: money(total) });
            return (
              <button
                key={day}
                type="button"
                aria-pressed={isChosen}
                aria-label={label}
                title={label}
                className={`btn btn-sm tabular font-normal ${isChosen ? "btn-soft btn-primary" : ""}`}
                onClick={() => onChange(isChosen ? null : day)}
              >
                {nameOf(day)}
                <b className="font-semibold">{count}</b>
              </button>
            );
          })}
        </div>
      )}
    </>
  );
}
