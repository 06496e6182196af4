import { useSignals } from "@preact/signals-react/runtime";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, addMonths, noon, weeksOf } from "./days.ts";
import { IconButton } from "./IconButton.tsx";
import { localDay, language, useTranslation } from "./text.ts";
import { languageTags } from "./translations.ts";

type Props = {
  /** YYYY-MM-DD, or empty. */
  day: string;
  min?: string;
  max?: string;
  onChoose: (day: string) => void;
};

/**
 * A month of days. Arrows move by a day and a week, PageUp and PageDown by a month, Home and End
 * within the week.
 */
export function Calendar({ day, min = "1900-01-01", max = "9999-12-31", onChoose }: Props) {
  useSignals();
  const grid = useRef<HTMLTableElement>(null);
  const today = localDay();
  const [at, setAt] = useState(clamp(day || today, min, max));
  // Keyboard moves put the focus on a day; the month buttons keep the focus.
  const [focusDay, setFocusDay] = useState(true);
  const tag = languageTags[language.value];
  const format = (options: Intl.DateTimeFormatOptions, of: string) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" }).format(noon(of));
  const month = format({ month: "long", year: "numeric" }, at);
  const weeks = weeksOf(at);

  useEffect(() => {
    if (focusDay)
      grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
  }, [at, focusDay]);

  const turnMonth = (by: number) => {
    setFocusDay(false);
    setAt(clamp(addMonths(at, by), min, max));
  };
  const onKey = (event: KeyboardEvent) => {
    const weekday = noon(at).getUTCDay();
    const to = {
      ArrowLeft: () => addDays(at, -1),
      ArrowRight: () => addDays(at, 1),
      ArrowUp: () => addDays(at, -7),
      ArrowDown: () => addDays(at, 7),
      PageUp: () => addMonths(at, -1),
      PageDown: () => addMonths(at, 1),
      Home: () => addDays(at, -weekday),
      End: () => addDays(at, 6 - weekday),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    setFocusDay(true);
    setAt(clamp(to(), min, max));
  };

  return (
    <>
      <MonthHead
        month={month}
        isFirst={`${at.slice(0, 7)}-01` <= min}
        isLast={addMonths(`${at.slice(0, 7)}-01`, 1) > max}
        onTurn={turnMonth}
      />
      <table
        ref={grid}
        role="grid"
        aria-label={month}
        className="w-full table-fixed text-center"
        onKeyDown={onKey}
      >
        <thead>
          <tr>
            {weeks[1]!.map((one) => (
              <th
                key={one}
                scope="col"
                aria-label={format({ weekday: "long" }, one)}
                className="text-muted text-small pb-1 font-normal"
              >
                {format({ weekday: "narrow" }, one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} role="gridcell" aria-selected={one === day} className="p-0.5">
                  <button
                    type="button"
                    tabIndex={one === at ? 0 : -1}
                    disabled={one < min || one > max}
                    aria-label={format(
                      { weekday: "long", day: "numeric", month: "long", year: "numeric" },
                      one,
                    )}
                    aria-current={one === today ? "date" : undefined}
                    onClick={() => onChoose(one)}
                    className={`tabular h-8 w-full cursor-pointer rounded-lg disabled:cursor-default disabled:opacity-40 ${one === day ? "bg-primary text-primary-content font-semibold" : "hover:bg-hover"} ${one === today && one !== day ? "border-primary border" : ""} ${one.slice(0, 7) === at.slice(0, 7) ? "" : "text-muted"}`}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type HeadProps = {
  month: string;
  isFirst: boolean;
  isLast: boolean;
  onTurn: (by: number) => void;
};

function MonthHead({ month, isFirst, isLast, onTurn }: HeadProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center justify-between gap-2 px-1 pb-1">
      <IconButton
        label={t("date.earlier")}
        icon={ChevronLeft}
        disabled={isFirst}
        onClick={() => onTurn(-1)}
      />
      <span aria-live="polite" className="font-medium first-letter:uppercase">
        {month}
      </span>
      <IconButton
        label={t("date.later")}
        icon={ChevronRight}
        disabled={isLast}
        onClick={() => onTurn(1)}
      />
    </div>
  );
}

const clamp = (day: string, min: string, max: string) => (day < min ? min : day > max ? max : day);
