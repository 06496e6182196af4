import { useSignals } from "@preact/signals-react/runtime";
import { money, useTranslation } from "../../../kit/text.ts";
import { BarChart } from "../../../parts/BarChart.tsx";
import { monthShort, monthYear } from "./months.ts";
import type { Figures } from "./types.ts";

/** The money that came in each of the last twelve months. */
export function BusinessChart({ months }: { months: Figures["months"] }) {
  useSignals();
  const { t } = useTranslation();
  const last = months.at(-1)!;
  return (
    <BarChart
      title={t("business.byMonth")}
      summary={t("business.byMonthSummary", { value: money(last.value) })}
      columns={[t("business.month"), t("business.amount")]}
      bars={months.map(({ month, value }, index) => ({
        key: month,
        value: Number(value),
        label: `${monthYear(month)}: ${money(value)}`,
        axis: monthShort(month),
        minor: (months.length - 1 - index) % 2 === 1,
        cells: [monthYear(month), money(value)],
      }))}
    />
  );
}
