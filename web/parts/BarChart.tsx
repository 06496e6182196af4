import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "../kit/text.ts";
import { numberText, scaleOf } from "./figures.ts";
import "./texts.ts";

export type Bar = {
  key: string | number;
  value: number;
  /** The bar's full description. */
  label: string;
  /** The label below the bar; a `minor` one appears only where there is room. */
  axis?: string;
  minor?: boolean;
  /** The bar's row in the table, the name first. */
  cells: [name: string, ...figures: string[]];
};

type Props = {
  title: string;
  summary: string;
  bars: Bar[];
  /** The table's columns. */
  columns: string[];
  /** Beside the title. */
  actions?: ReactNode;
};

/** px */
const plotHeight = 176;
const axisHeight = 24;

/**
 * A bar for each value, the same values as a table, and a summary in words. Without values it shows
 * only the summary.
 */
export function BarChart({ title, summary, bars, columns, actions }: Props) {
  const id = useId();
  const isEmpty = bars.every(({ value }) => value === 0);
  return (
    <section className="card-quiet px-4 py-4" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {actions}
      </div>
      <p data-summary className="text-muted">
        {summary}
      </p>
      {!isEmpty && <Bars title={title} bars={bars} />}
      {!isEmpty && <Table title={title} bars={bars} columns={columns} />}
    </section>
  );
}

function Bars({ title, bars }: Pick<Props, "title" | "bars">) {
  const chart = useRef<SVGSVGElement>(null);
  const highest = Math.max(...bars.map(({ value }) => value));
  const [at, setAt] = useState(() => bars.findIndex(({ value }) => value === highest));
  const [active, setActive] = useState<number | null>(null);
  const slot = 100 / bars.length;
  const scale = scaleOf(highest);
  const top = scale.at(-1)!;
  const heightOf = (value: number) => (value / top) * (plotHeight - 8);
  const current = Math.min(at, bars.length - 1);

  const onArrow = (event: KeyboardEvent) => {
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: bars.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + bars.length) % bars.length;
    setAt(index);
    chart.current?.querySelector<SVGElement>(`[data-bar="${index}"]`)?.focus();
  };

  return (
    <>
      <p aria-hidden data-focused-bar className="text-small tabular mt-3 h-5 font-medium">
        {active !== null && bars[active]?.label}
      </p>
      <div className="flex">
        <Scale values={scale} heightOf={heightOf} />
        {/* The keys walk from bar to bar: one stop on the way of Tab. */}
        <svg
          ref={chart}
          role="group"
          aria-label={title}
          height={plotHeight + axisHeight}
          className="min-w-0 flex-1 overflow-visible"
          onKeyDown={onArrow}
          onPointerLeave={() => setActive(null)}
        >
          {scale.map((value) => (
            <line
              key={value}
              x1="0"
              x2="100%"
              y1={plotHeight - heightOf(value)}
              y2={plotHeight - heightOf(value)}
              className="stroke-line"
            />
          ))}
          {bars.map(({ key, value, label, axis, minor }, index) => (
            <g
              key={key}
              data-bar={index}
              role="img"
              aria-label={label}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => (setAt(index), setActive(index))}
              onBlur={() => setActive(null)}
              onPointerEnter={() => setActive(index)}
            >
              <rect
                x={`${index * slot}%`}
                y="0"
                width={`${slot}%`}
                height={plotHeight}
                className={index === active ? "fill-hover" : "fill-transparent"}
              />
              <rect
                x={`${index * slot + slot * 0.15}%`}
                y={plotHeight - heightOf(value)}
                width={`${slot * 0.7}%`}
                height={heightOf(value)}
                rx={value > 0 ? 3 : 0}
                className="fill-primary"
              />
              {axis && (
                <text
                  aria-hidden
                  x={`${(index + 0.5) * slot}%`}
                  y={plotHeight + 17}
                  textAnchor="middle"
                  className={`fill-muted tabular text-xs ${minor ? "max-phone:hidden" : ""}`}
                >
                  {axis}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </>
  );
}

type ScaleProps = { values: number[]; heightOf: (value: number) => number };

const Scale = ({ values, heightOf }: ScaleProps) => (
  <div
    aria-hidden
    className="text-muted tabular relative w-11 shrink-0 text-xs"
    style={{ height: plotHeight }}
  >
    {values.map((value) => (
      <span
        key={value}
        className="absolute right-2 translate-y-1/2"
        style={{ bottom: heightOf(value) }}
      >
        {numberText(value)}
      </span>
    ))}
  </div>
);

function Table({ title, bars, columns }: Pick<Props, "title" | "bars" | "columns">) {
  const { t } = useTranslation();
  return (
    <details className="mt-3">
      <summary className="text-primary w-fit cursor-pointer font-medium">
        {t("charts.asTable")}
      </summary>
      <table className="mt-2 w-full max-w-96 text-left">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-muted text-small">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`border-line border-b py-1.5 font-medium ${index > 0 ? "pl-4 text-right" : ""}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {bars.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key}>
              <th scope="row" className="border-line border-b py-1 font-normal">
                {name}
              </th>
              {figures.map((figure, index) => (
                <td key={index} className="border-line border-b py-1 pl-4 text-right">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
