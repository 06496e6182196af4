import { Plus, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../IconButton.tsx";
import { TimeInput } from "../TimeInput.tsx";
import { isTime } from "../date-checks.ts";
import { useTranslation } from "../text.ts";
import { addTexts } from "../translations.ts";
import { type Hours, isBlank, isOvernight, hoursError } from "./week.ts";
import texts from "./texts.json";

addTexts(texts);

type Props = {
  /** The name of the day, for screen readers. */
  label: string;
  value: [Hours, Hours];
  onChange: (value: [Hours, Hours]) => void;
  /** Error codes by `startTime`, `endTime`, `startTime2` and `endTime2`. */
  errors?: Partial<Record<string, string>>;
};

/**
 * Opening hours of a day: one interval, or two with a break between. Unusual hours (past midnight,
 * all day) get an explanation.
 */
export function HoursInput({ label, value, onChange, errors = {} }: Props) {
  const { t } = useTranslation();
  const [first, second] = value;
  const [isSecondShown, setIsSecondShown] = useState(false);
  const hasTwo = isSecondShown || !isBlank(second);
  // A half-typed interval is an error only after the user has left it.
  const [wasLeft, setWasLeft] = useState([false, false]);
  const codes = [errors.startTime ?? errors.endTime, errors.startTime2 ?? errors.endTime2].map(
    (error, index) => error ?? (wasLeft[index] ? hoursError(value[index]!) : undefined),
  );
  const leave = (index: number) => (left: boolean) =>
    setWasLeft((before) => before.with(index, left));

  const addPause = () => {
    setIsSecondShown(true);
    // Most shops close for lunch.
    if (first[0] < "12:00" && first[1] > "13:00")
      onChange([
        [first[0], "12:00"],
        ["13:00", first[1]],
      ]);
  };

  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 phone:gap-x-4">
        <Interval
          label={label}
          value={first}
          code={codes[0]}
          onLeft={leave(0)}
          onChange={(hours) => onChange([hours, second])}
        />
        {hasTwo ? (
          <span className="flex items-center gap-1">
            <Interval
              label={t("week.second", { day: label })}
              value={second}
              code={codes[1]}
              onLeft={leave(1)}
              onChange={(hours) => onChange([first, hours])}
            />
            <IconButton
              label={t("week.noPause")}
              aria-label={t("week.noPauseOf", { day: label })}
              icon={X}
              className="text-muted"
              onClick={() => {
                setIsSecondShown(false);
                onChange([
                  [first[0], second[1] || first[1]],
                  ["", ""],
                ]);
              }}
            />
          </span>
        ) : (
          <button
            type="button"
            className="btn btn-ghost btn-sm text-muted max-phone:btn-square"
            aria-label={t("week.pauseOf", { day: label })}
            onClick={addPause}
          >
            <Plus size={16} aria-hidden />
            <span className="max-phone:sr-only">{t("week.pause")}</span>
          </button>
        )}
      </div>
      {/* One line's room: a note that comes as a field is left must not move what the click is on. */}
      <p className="text-muted text-small mt-1 min-h-[1lh]">
        {codes.some(Boolean) && (
          <span role="alert" className="text-error mr-1.5">
            {t("week.incomplete")}
          </span>
        )}
        {explanations(value)
          .map(({ key, hours: [start, end] }) => t(key, { start, end }))
          .join(" ")}
      </p>
    </div>
  );
}

type IntervalProps = {
  label: string;
  value: Hours;
  code?: string;
  /** The focus left the interval (true), or came back (false). */ onLeft: (left: boolean) => void;
  onChange: (hours: Hours) => void;
};

function Interval({ label, value, code, onLeft, onChange }: IntervalProps) {
  const { t } = useTranslation();
  const [start, end] = value;
  const input = (name: string, time: string, change: (time: string) => void) => (
    <TimeInput
      aria-label={name}
      aria-invalid={code && !isTime(time) ? true : undefined}
      value={time}
      className={`input tabular w-16 px-2.5 phone:w-20 ${code && !isTime(time) ? "input-error" : ""}`}
      onChange={change}
    />
  );
  return (
    <span
      role="group"
      aria-label={label}
      className="inline-flex flex-wrap items-center gap-x-1.5 phone:gap-x-2"
      onFocus={() => onLeft(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeft(true)}
    >
      {input(t("week.from", { day: label }), start, (time) => onChange([time, end]))}
      <span aria-hidden className="text-muted">
        {t("week.to")}
      </span>
      {input(t("week.until", { day: label }), end, (time) => onChange([start, time]))}
    </span>
  );
}

/** Keys of the explanations for unusual hours. */
function explanations(value: [Hours, Hours]) {
  if (value.every(isBlank)) return [{ key: "week.alwaysSaid", hours: value[0] }];
  return value
    .filter((hours) => !isBlank(hours) && !hoursError(hours))
    .flatMap((hours) => {
      if (hours[0] === hours[1]) return [{ key: "week.sameSaid", hours }];
      if (!isOvernight(hours)) return [];
      return [{ key: hours[1] === "00:00" ? "week.midnightSaid" : "week.overnightSaid", hours }];
    });
}
