import { CalendarDays } from "lucide-react";
import type { ComponentProps } from "react";
import { Calendar } from "./Calendar.tsx";
import { isDate } from "./date-checks.ts";
import { parseDate, dateText, maskDate } from "./date-mask.ts";
import { useTranslation } from "./text.ts";
import { usePanel } from "./use-panel.ts";

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "min" | "max"> & {
  /** YYYY-MM-DD, or an incomplete text. */
  value: string;
  onChange: (value: string) => void;
  /** The first and last day that may be chosen, YYYY-MM-DD. */
  min?: string;
  max?: string;
};

/** A day, typed in the order of the screen's language or chosen in a calendar. */
export function DateInput({
  value,
  onChange,
  min,
  max,
  className = "input",
  disabled,
  ...rest
}: Props) {
  const { t } = useTranslation();
  const { open, close, button, panel } = usePanel("end");
  const text = dateText(value);

  const choose = (day: string) => {
    close();
    onChange(day);
  };

  return (
    <span className={`${className} pr-1`}>
      <input
        inputMode="numeric"
        autoComplete="off"
        placeholder={t("date.example")}
        maxLength={12}
        {...rest}
        disabled={disabled}
        className="tabular min-w-0"
        value={text}
        onChange={({ target }) => onChange(parseDate(maskDate(target.value, text)))}
      />
      <button
        {...button}
        disabled={disabled}
        aria-label={t("date.choose")}
        title={t("date.choose")}
        aria-haspopup="dialog"
        className="btn btn-ghost btn-square btn-xs text-muted shrink-0"
      >
        <CalendarDays size={16} aria-hidden />
      </button>
      <div
        {...panel}
        role="dialog"
        aria-label={t("date.choose")}
        className="menu-panel w-72 max-w-[calc(100vw-1rem)]"
      >
        {open && (
          <Calendar day={isDate(value) ? value : ""} min={min} max={max} onChoose={choose} />
        )}
      </div>
    </span>
  );
}
