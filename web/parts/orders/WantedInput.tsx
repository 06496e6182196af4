import { useId, useState } from "react";
import { DateInput } from "../../kit/DateInput.tsx";
import { useTranslation } from "../../kit/text.ts";
import { TimeInput } from "../../kit/TimeInput.tsx";
import { instantOf, wallClock } from "../../kit/wall-clock.ts";
import { companyDay } from "../days/company-day.ts";
import { me } from "../../session/session.ts";
import "./texts.ts";

type Props = {
  /** ISO; null for as soon as possible. */
  value: string | null;
  problem?: string;
  onChange: (value: string | null) => void;
};

/** The day and the time for which a sale is wanted. Both empty: as soon as possible. */
export function WantedInput({ value, problem, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const zone = me.peek()?.company.timezone;
  const first = value === null ? { date: "", time: "" } : wallClock(new Date(value), zone);
  const [typed, setTyped] = useState(first);
  const type = (change: Partial<typeof first>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    const at = instantOf(next.date || companyDay(Date.now()), next.time, zone);
    if (next.time === "" && next.date === "") onChange(null);
    else if (next.time.length === 5 && !Number.isNaN(at)) onChange(new Date(at).toISOString());
  };
  return (
    <fieldset data-part="wanted" aria-describedby={`${id}-hint`}>
      <legend className="text-small text-muted mb-0.5">{t("orders.wanted.title")}</legend>
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <DateInput
          aria-label={t("orders.wanted.day")}
          className={`input min-w-0 ${problem ? "input-error" : ""}`}
          value={typed.date}
          min={companyDay(Date.now())}
          onChange={(date) => type({ date })}
        />
        <TimeInput
          aria-label={t("orders.wanted.time")}
          aria-invalid={problem ? true : undefined}
          className={`input min-w-0 ${problem ? "input-error" : ""}`}
          value={typed.time}
          onChange={(time) => type({ time })}
        />
      </div>
      <p
        id={`${id}-hint`}
        role={problem ? "alert" : undefined}
        className={`text-small mt-1 ${problem ? "text-error" : "text-muted"}`}
      >
        {problem ?? t("orders.wanted.hint")}
      </p>
    </fieldset>
  );
}
