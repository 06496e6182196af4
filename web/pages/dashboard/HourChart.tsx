import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Dashboard } from "../../../src/modules/dashboard/table.ts";
import { numberText, scaleOf } from "./figures.ts";

type Hour = Dashboard["hours"][number];

/** px */
const plotHeight = 176;
const axisHeight = 24;
const slot = 100 / 24;

/** When customers come: a bar an hour, the same as a table, and what it comes to in words. */
export function HourChart({ hours }: { hours: Hour[] }) {
  const { t } = useTranslation();
  const id = useId();
  const total = hours.reduce((sum, { tickets }) => sum + tickets, 0);
  const peak = hours.reduce((best, each) => (each.tickets > best.tickets ? each : best));
  const summary = total === 0 ? t("dashboard.noneCame") : `${t("dashboard.came", { count: total })} ${t("dashboard.peak", { hour: peak.hour, count: peak.tickets })}`;
  return (
    <section className="card-quiet px-4 py-4" aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        {t("dashboard.hours")}
      </h2>
      <p data-summary className="text-muted">
        {summary}
      </p>
      {total > 0 && <Bars hours={hours} peak={peak.hour} />}
      {total > 0 && <HourTable hours={hours} />}
    </section>
  );
}

function Bars({ hours, peak }: { hours: Hour[]; peak: number }) {
  const { t } = useTranslation();
  const chart = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState(peak);
  const [shown, setShown] = useState<number | null>(null);
  const scale = scaleOf(Math.max(...hours.map(({ tickets }) => tickets)));
  const top = scale.at(-1)!;
  const heightOf = (value: number) => (value / top) * (plotHeight - 8);
  const textOf = ({ hour, tickets }: Hour) => t("dashboard.hourSays", { hour, count: tickets });
  const focusedHour = shown === null ? undefined : hours[shown];

  const onArrow = (event: KeyboardEvent) => {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: 23 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const hour = (next + 24) % 24;
    setAt(hour);
    chart.current?.querySelector<SVGElement>(`[data-hour="${hour}"]`)?.focus();
  };

  return (
    <>
      <p aria-hidden data-focused-hour className="text-small tabular mt-3 h-5 font-medium">
        {focusedHour && textOf(focusedHour)}
      </p>
      <div className="flex">
        <div aria-hidden className="text-muted tabular relative w-9 shrink-0 text-xs" style={{ height: plotHeight }}>
          {scale.map((value) => (
            <span key={value} className="absolute right-2 translate-y-1/2" style={{ bottom: heightOf(value) }}>
              {numberText(value)}
            </span>
          ))}
        </div>
        {/* The keys walk from bar to bar: one stop on the way of Tab. */}
        <svg ref={chart} role="group" aria-label={t("dashboard.hours")} height={plotHeight + axisHeight} className="min-w-0 flex-1 overflow-visible" onKeyDown={onArrow} onPointerLeave={() => setShown(null)}>
          {scale.map((value) => (
            <line key={value} x1="0" x2="100%" y1={plotHeight - heightOf(value)} y2={plotHeight - heightOf(value)} className="stroke-line" />
          ))}
          {hours.map((each) => {
            const { hour, tickets } = each;
            const x = `${hour * slot}%`;
            return (
              <g key={hour} data-hour={hour} role="img" aria-label={textOf(each)} tabIndex={hour === at ? 0 : -1} onFocus={() => (setAt(hour), setShown(hour))} onBlur={() => setShown(null)} onPointerEnter={() => setShown(hour)}>
                <rect x={x} y="0" width={`${slot}%`} height={plotHeight} className={hour === shown ? "fill-hover" : "fill-transparent"} />
                <rect x={`${hour * slot + slot * 0.15}%`} y={plotHeight - heightOf(tickets)} width={`${slot * 0.7}%`} height={heightOf(tickets)} rx={tickets > 0 ? 3 : 0} className="fill-primary" />
                {hour % 3 === 0 && (
                  <text aria-hidden x={`${(hour + 0.5) * slot}%`} y={plotHeight + 17} textAnchor="middle" className={`fill-muted tabular text-xs ${hour % 6 === 0 ? "" : "max-phone:hidden"}`}>
                    {t("dashboard.hour", { hour })}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </>
  );
}

function HourTable({ hours }: { hours: Hour[] }) {
  const { t } = useTranslation();
  return (
    <details className="mt-3">
      <summary className="text-primary w-fit cursor-pointer font-medium">{t("dashboard.asTable")}</summary>
      <table className="mt-2 w-full max-w-80 text-left">
        <caption className="sr-only">{t("dashboard.hours")}</caption>
        <thead>
          <tr className="text-muted text-small">
            <th scope="col" className="border-line border-b py-1.5 pr-4 font-medium">
              {t("dashboard.hourColumn")}
            </th>
            <th scope="col" className="border-line border-b py-1.5 text-right font-medium">
              {t("dashboard.ticketsColumn")}
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {hours.map(({ hour, tickets }) => (
            <tr key={hour}>
              <th scope="row" className="border-line border-b py-1 pr-4 font-normal">
                {t("dashboard.hour", { hour })}
              </th>
              <td className="border-line border-b py-1 text-right">{numberText(tickets)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
