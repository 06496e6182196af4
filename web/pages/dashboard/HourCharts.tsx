import { Table2, ChartNoAxesColumn } from "lucide-react";
import { useId, useState } from "react";
import type { DayFigures, HourFigures } from "../../../src/modules/dashboard/table.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { PairedBars } from "../../parts/PairedBars.tsx";
import type { Filter } from "./figures-of.ts";
import { listHref } from "./links.ts";

type Props = {
  day: DayFigures;
  filter: Filter;
  /** The hours that both charts and the week show. */
  range: { from: number; to: number };
  /** The hour that is not over, while the period is today. */
  current: number | null;
  /** The name of the earlier period. */
  before: string;
};

/** Arrivals and sales by hour on one axis, in front of the earlier period. */
export function HourCharts({ day, filter, range, current, before }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const hours = day.hours.slice(range.from, range.to);
  const axis = hours.map(({ hour }) => t("dashboard.hourAxis", { hour }));
  return (
    <section className="card-quiet min-w-0 px-4 py-3.5" aria-labelledby={id} data-hours>
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {t(day.sales ? "dashboard.hours.title" : "dashboard.hours.arrivals")}
        </h2>
        <IconButton
          label={t(isTable ? "dashboard.asChart" : "dashboard.asTable")}
          icon={isTable ? ChartNoAxesColumn : Table2}
          className="text-muted"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        />
      </div>
      {isTable ? (
        <HourTable hours={hours} before={before} withSales={day.sales !== null} />
      ) : (
        <>
          <Legend withSales={day.sales !== null} before={before} />
          <PairedBars
            title={t("dashboard.hours.arrivals")}
            height={104}
            color="primary"
            axis={day.sales ? undefined : axis}
            current={current === null ? null : current - range.from}
            bars={hours.map(({ hour, arrived, arrivedBefore }) => ({
              key: hour,
              value: arrived,
              before: arrivedBefore,
              text: numberText(arrived),
              label: t("dashboard.hours.arrivedSays", {
                hour,
                count: arrived,
                before: numberText(arrivedBefore),
                name: before,
              }),
              href: listHref("arrived", { ...filter, hour }),
            }))}
          />
          {day.sales && (
            <PairedBars
              title={t("dashboard.hours.sales")}
              height={84}
              color="neutral"
              axis={axis}
              hidesValues
              current={current === null ? null : current - range.from}
              bars={hours.map(({ hour, sold, soldBefore }) => ({
                key: hour,
                value: Number(sold),
                before: Number(soldBefore),
                text: numberText(Math.round(Number(sold))),
                label: t("dashboard.hours.soldSays", {
                  hour,
                  total: money(sold),
                  before: money(soldBefore),
                  name: before,
                }),
                href: listHref("sales", { ...filter, hour }),
              }))}
            />
          )}
        </>
      )}
    </section>
  );
}

function Legend({ withSales, before }: { withSales: boolean; before: string }) {
  const { t } = useTranslation();
  const entries = [
    ["bg-primary", t("dashboard.arrived.label")],
    ...(withSales ? [["bg-(--field-line)", t("dashboard.hours.salesUnit")]] : []),
    ["bg-base-300", before],
  ];
  return (
    <p aria-hidden className="text-muted text-small mb-2.5 flex flex-wrap gap-x-4 gap-y-1">
      {entries.map(([color, name]) => (
        <span key={name} className="flex items-center gap-2">
          <span className={`size-2.5 rounded-xs ${color}`} />
          {name}
        </span>
      ))}
    </p>
  );
}

type TableProps = { hours: HourFigures[]; before: string; withSales: boolean };

function HourTable({ hours, before, withSales }: TableProps) {
  const { t } = useTranslation();
  const head = "border-line text-muted text-small border-b py-1.5 pl-3 text-right font-medium";
  const cell = "border-line border-b py-1 pl-3 text-right";
  return (
    <table className="tabular mt-2 w-full">
      <caption className="sr-only">{t("dashboard.hours.title")}</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className="border-line text-muted text-small border-b text-left font-medium"
          >
            {t("dashboard.hourColumn")}
          </th>
          <th scope="col" className={head}>
            {t("dashboard.arrived.label")}
          </th>
          <th scope="col" className={head}>
            {before}
          </th>
          {withSales && (
            <>
              <th scope="col" className={head}>
                {t("dashboard.sales.label")}
              </th>
              <th scope="col" className={head}>
                {before}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {hours.map(({ hour, arrived, arrivedBefore, sold, soldBefore }) => (
          <tr key={hour}>
            <th scope="row" className="border-line border-b py-1 text-left font-normal">
              {t("dashboard.hour", { hour })}
            </th>
            <td className={cell}>{numberText(arrived)}</td>
            <td className={`${cell} text-muted`}>{numberText(arrivedBefore)}</td>
            {withSales && (
              <>
                <td className={cell}>{money(sold)}</td>
                <td className={`${cell} text-muted`}>{money(soldBefore)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
