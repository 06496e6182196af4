import { useSignals } from "@preact/signals-react/runtime";
import type { Sales } from "../../../src/modules/dashboard/table.ts";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { date, money, monthOf, useTranslation } from "../../kit/text.ts";
import { BarChart } from "../../parts/BarChart.tsx";
import { numberText } from "../../parts/figures.ts";

type Day = Sales["days"][number];

/** Longer periods are shown by month. */
const mostDays = 92;
/** About how many bars show their name below them. */
const mostNames = 8;

/** The sales of each day of the period. */
export function DayChart({ days, total }: { days: Day[]; total: string }) {
  useSignals();
  const { t } = useTranslation();
  const byMonth = days.length > mostDays;
  const periods = byMonth ? monthsOf(days) : days;
  const best = periods.reduce((most, each) =>
    Number(each.total) > Number(most.total) ? each : most,
  );
  const nameOf = (each: Day) => (byMonth ? monthOf(each.date) : date(each.date));
  const step = Math.ceil(periods.length / mostNames);
  const bars = periods.map((each, index) => ({
    key: each.date,
    value: Number(each.total),
    label: t("dashboard.sales.daySays", {
      day: nameOf(each),
      total: money(each.total),
      count: each.orders,
    }),
    axis:
      index % step === 0 ? (byMonth ? monthOf(each.date) : date(each.date).slice(0, 5)) : undefined,
    minor: index % (step * 2) !== 0,
    cells: [nameOf(each), numberText(each.orders), money(each.total)] as [string, string, string],
  }));
  const columns = [
    t(byMonth ? "dashboard.sales.month" : "dashboard.sales.day"),
    t("dashboard.cards.orders"),
    t("dashboard.sales.label"),
  ];
  const summary =
    Number(total) === 0
      ? t("dashboard.sales.none")
      : t("dashboard.sales.best", { day: nameOf(best), total: money(best.total) });
  return (
    <BarChart
      title={t(byMonth ? "dashboard.sales.byMonth" : "dashboard.sales.byDay")}
      summary={summary}
      bars={bars}
      columns={columns}
    />
  );
}

/** The sales of the period by the hour of the day. */
export function SoldHours({ hours }: { hours: Sales["hours"] }) {
  useSignals();
  const { t } = useTranslation();
  const byHour = new Map(hours.map((each) => [each.hour, each]));
  const [first, last] = [hours[0]!.hour, hours.at(-1)!.hour];
  const best = hours.reduce((most, each) =>
    Number(each.total) > Number(most.total) ? each : most,
  );
  const nameOf = (hour: number) => t("dashboard.hour", { hour });
  const bars = Array.from({ length: last - first + 1 }, (_, index) => {
    const { hour, orders, total } = byHour.get(first + index) ?? {
      hour: first + index,
      orders: 0,
      total: "0.00",
    };
    return {
      key: hour,
      value: Number(total),
      label: t("dashboard.sales.daySays", {
        day: nameOf(hour),
        total: money(total),
        count: orders,
      }),
      axis: nameOf(hour),
      minor: index % 2 !== 0,
      cells: [nameOf(hour), numberText(orders), money(total)] as [string, string, string],
    };
  });
  return (
    <BarChart
      title={t("dashboard.sales.byHour")}
      summary={t("dashboard.sales.best", { day: nameOf(best.hour), total: money(best.total) })}
      bars={bars}
      columns={[t("dashboard.sales.hour"), t("dashboard.cards.orders"), t("dashboard.sales.label")]}
    />
  );
}

const monthsOf = (days: Day[]): Day[] =>
  [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].map(([month, own]) => ({
    date: `${month}-01`,
    orders: own.reduce((sum, { orders }) => sum + orders, 0),
    total: amountOf(own.reduce((sum, { total }) => sum + centsOf(total), 0)),
  }));
