import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "wouter";

export type PairedBar = {
  key: string | number;
  value: number;
  /** The same of an earlier period, drawn behind. */
  before: number;
  /** The value above the bar. */
  text: string;
  /** The bar in words. */
  label: string;
  /** The list that the bar counts. */
  href: string;
};

type Props = {
  title: string;
  /** px */
  height: number;
  color: "primary" | "neutral";
  bars: PairedBar[];
  /** The labels below the bars; without them the chart below has them. */
  axis?: string[];
  /** The bar that still grows: it is hatched, and those after it have no value. */
  current: number | null;
  /** Without values above the bars on a phone. */
  hidesValues?: boolean;
};

const fills = {
  primary: { plain: "bg-primary", hatch: "var(--color-primary)" },
  neutral: { plain: "bg-(--field-line)", hatch: "var(--field-line)" },
};

/** So many values have room beside each other on a phone. */
const mostValues = 14;

/** Room above the highest bar for its value, in px. */
const headroom = 18;

/**
 * Bars in front of those of an earlier period. One tab stop: arrows move from bar to bar, Enter
 * opens the list of one.
 */
export function PairedBars({
  title,
  height,
  color,
  bars,
  axis,
  current,
  hidesValues = false,
}: Props) {
  const chart = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(current ?? 0);
  const highest = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before]));
  const heightOf = (value: number) => (value / highest) * (height - headroom);
  const here = Math.min(Math.max(0, at), bars.length - 1);

  const onArrow = (event: KeyboardEvent) => {
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: bars.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + bars.length) % bars.length;
    setAt(index);
    chart.current?.querySelectorAll<HTMLElement>("a")[index]?.focus();
  };

  return (
    <div className="mb-2.5 last:mb-0">
      <div
        ref={chart}
        role="group"
        aria-label={title}
        className="border-line flex items-end gap-0.5 border-b phone:gap-0.75"
        style={{ height }}
        onKeyDown={onArrow}
      >
        {bars.map(({ key, value, before, text, label, href }, index) => {
          const isCurrent = index === current;
          const isAhead = current !== null && index > current;
          const bar = heightOf(value);
          return (
            <Link
              key={key}
              href={href}
              aria-label={label}
              title={label}
              tabIndex={index === here ? 0 : -1}
              onFocus={() => setAt(index)}
              className="hover:bg-hover/60 relative block h-full min-w-0 flex-1 rounded-t -outline-offset-2"
            >
              <span
                className="bg-base-300 absolute inset-x-0 bottom-0 rounded-t"
                style={{ height: heightOf(before) }}
              />
              {!isAhead && value > 0 && (
                <>
                  <span
                    className={`absolute inset-x-0.75 bottom-0 rounded-t-[3px] phone:inset-x-1.5 ${isCurrent ? "" : fills[color].plain}`}
                    style={{
                      height: bar,
                      background: isCurrent ? hatched(fills[color].hatch) : undefined,
                    }}
                  />
                  <span
                    className={`tabular absolute inset-x-0 text-center text-[10px] leading-4 phone:text-[11px] ${isCurrent ? "font-semibold" : "text-muted"} ${hidesValues || bars.length > mostValues ? "max-phone:hidden" : ""}`}
                    style={{ bottom: Math.max(bar, heightOf(before)) + 1 }}
                  >
                    {text}
                  </span>
                </>
              )}
            </Link>
          );
        })}
      </div>
      {axis && (
        <div aria-hidden className="flex gap-0.5 phone:gap-0.75">
          {axis.map((name) => (
            <span
              key={name}
              className="text-muted tabular min-w-0 flex-1 overflow-hidden text-center text-[10px] leading-5 phone:text-[11px]"
            >
              {name}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

const hatched = (color: string) =>
  `repeating-linear-gradient(135deg, ${color} 0 3px, color-mix(in oklab, ${color} 55%, var(--color-base-100)) 3px 6px)`;
