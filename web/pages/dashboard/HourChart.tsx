import type { Dashboard } from "../../../src/modules/dashboard/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { BarChart } from "../../parts/BarChart.tsx";
import { numberText } from "../../parts/figures.ts";

/** The customers by hour: one bar each. */
export function HourChart({ hours }: { hours: Dashboard["hours"] }) {
  const { t } = useTranslation();
  const total = hours.reduce((sum, { tickets }) => sum + tickets, 0);
  const peak = hours.reduce((best, each) => (each.tickets > best.tickets ? each : best));
  const bars = hours.map(({ hour, tickets }) => {
    const name = t("dashboard.hour", { hour });
    return {
      key: hour,
      value: tickets,
      label: t("dashboard.hourSays", { hour, count: tickets }),
      axis: hour % 3 === 0 ? name : undefined,
      minor: hour % 6 !== 0,
      cells: [name, numberText(tickets)] as [string, string],
    };
  });
  return (
    <BarChart
      title={t("dashboard.hours")}
      summary={
        total === 0
          ? t("dashboard.noneCame")
          : `${t("dashboard.came", { count: total })} ${t("dashboard.peak", { hour: peak.hour, count: peak.tickets })}`
      }
      bars={bars}
      columns={[t("dashboard.hourColumn"), t("dashboard.ticketsColumn")]}
    />
  );
}
