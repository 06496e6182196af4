import { useId, useState } from "react";
import { Link } from "wouter";
import { Table2, ChartNoAxesColumn } from "lucide-react";
import type { DayFigures, WeekHours } from "../../../src/modules/dashboard/table.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { HeatMap } from "../../parts/HeatMap.tsx";
import { durationText } from "./durations.ts";
import { listHref } from "./links.ts";

const views = ["arrived", "wait"] as const;
type View = (typeof views)[number];

type Props = {
  week: WeekHours | null;
  day: DayFigures | null;
  range: { from: number; to: number };
  /** The weekday (Monday is 0) and hour of now. */
  now: { weekday: number; hour: number };
};

/** When customers come, or how long they wait, by weekday and hour. */
export function WeekCard({ week, day, range, now }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [view, setView] = useState<View>("arrived");
  const [isTable, setIsTable] = useState(false);
  return (
    <section className="card-quiet min-w-0 px-4 py-3.5" aria-labelledby={id} data-week>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="flex-1 font-semibold">
          {t("dashboard.week.title")}
        </h2>
        <div className="text-small [&_button]:h-6 [&_button]:px-2.5">
          <Tabs
            variant="box"
            label={t("dashboard.week.show")}
            values={views}
            value={view}
            text={(one) => t(`dashboard.week.${one}`)}
            onChange={setView}
          />
        </div>
        <IconButton
          label={t(isTable ? "dashboard.asChart" : "dashboard.asTable")}
          icon={isTable ? ChartNoAxesColumn : Table2}
          className="text-muted"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        />
      </div>
      {week === null ? (
        <Skeleton className="mt-3 h-44 w-full" />
      ) : isTable ? (
        <WeekTable week={week} view={view} range={range} />
      ) : (
        <Week week={week} day={day} view={view} range={range} now={now} />
      )}
    </section>
  );
}

function Week({ week, day, view, range, now }: Props & { week: WeekHours; view: View }) {
  const { t } = useTranslation();
  const hours = Array.from({ length: range.to - range.from }, (_, index) => range.from + index);
  const period = { date_from: week.from, date_to: week.to };
  const values = week[view];
  const text = (value: number | null) =>
    view === "wait" ? durationText(value) : numberText(value ?? 0, Number.isInteger(value) ? 0 : 1);
  const rows = values.map((cells, weekday) => ({
    name: t(`dashboard.week.days.${weekday}`),
    isCurrent: weekday === now.weekday,
    cells: hours.map((hour) => {
      const value = cells[hour]!;
      const isNow = weekday === now.weekday && hour === now.hour && day !== null;
      return {
        value,
        label:
          t(`dashboard.week.${view}Says`, {
            day: t(`dashboard.week.longDays.${weekday}`),
            hour,
            value: text(value),
          }) +
          (isNow && view === "arrived"
            ? t("dashboard.week.todaySays", { count: day.hours[hour]!.arrived })
            : ""),
        href: listHref(view === "arrived" ? "arrived" : "firstAnswer", {
          ...period,
          weekday,
          hour,
        }),
      };
    }),
  }));
  const all = rows.flatMap(({ cells }, weekday) =>
    cells.map(({ value, href }, index) => ({
      value: value ?? 0,
      weekday,
      hour: hours[index]!,
      href,
    })),
  );
  const peak = all.reduce((best, each) => (each.value > best.value ? each : best));
  const isCurrentHour = now.hour >= range.from && now.hour < range.to;
  return (
    <>
      <p className="text-muted text-small mb-3">
        {t("dashboard.week.lead")}{" "}
        {peak.value === 0 ? (
          t("dashboard.week.none")
        ) : (
          <>
            {t(`dashboard.week.${view}Peak`)}{" "}
            <Link href={peak.href} className="link text-base-content">
              {t("dashboard.week.peakAt", {
                day: t(`dashboard.week.longDays.${peak.weekday}`),
                hour: peak.hour,
                next: peak.hour + 1,
              })}
            </Link>
            , {t(`dashboard.week.${view}PeakValue`, { value: text(peak.value) })}
          </>
        )}
      </p>
      <HeatMap
        title={t(`dashboard.week.${view}Title`)}
        rows={rows}
        columns={hours.map(String)}
        current={isCurrentHour ? [now.weekday, now.hour - range.from] : undefined}
        most={text(peak.value)}
      />
    </>
  );
}

function WeekTable({ week, view, range }: Pick<Props, "range"> & { week: WeekHours; view: View }) {
  const { t } = useTranslation();
  const hours = Array.from({ length: range.to - range.from }, (_, index) => range.from + index);
  return (
    <table className="tabular mt-2 w-full text-xs">
      <caption className="sr-only">{t(`dashboard.week.${view}Title`)}</caption>
      <thead>
        <tr>
          <th scope="col" className="text-muted py-1 text-left font-medium">
            {t("dashboard.hourColumn")}
          </th>
          {week[view].map((_, weekday) => (
            <th key={weekday} scope="col" className="text-muted py-1 text-right font-medium">
              {t(`dashboard.week.days.${weekday}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row" className="border-line border-t py-1 text-left font-normal">
              {t("dashboard.hour", { hour })}
            </th>
            {week[view].map((cells, weekday) => (
              <td key={weekday} className="border-line border-t py-1 text-right">
                {view === "wait" ? durationText(cells[hour]!) : numberText(cells[hour]!, 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
