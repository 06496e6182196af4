import { useState } from "react";
import { dateTime, time, useTranslation } from "../../../kit/text.ts";
import { BarChart } from "../../../parts/BarChart.tsx";
import { numberText } from "../../../parts/figures.ts";
import type { Report } from "./types.ts";

const series = ["sent", "delivered", "read", "answered"] as const;
type Series = (typeof series)[number];

/** At most so many points show their time below them. */
const mostTimes = 6;

/** The campaign over time: bars for one series, and a table of all. */
export function Curve({ curve }: { curve: Report["curve"] }) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<Series>("sent");
  const step = Math.ceil(curve.length / mostTimes);
  const nameOf = (name: Series) => t(`campaignReport.steps.${name}`);
  const bars = curve.map((point, index) => ({
    key: point.at,
    value: point[selected],
    label: t("campaignReport.curveSays", {
      at: dateTime(point.at),
      number: numberText(point[selected]),
      what: nameOf(selected).toLowerCase(),
    }),
    axis: index % step === 0 ? time(point.at) : undefined,
    minor: index % (step * 2) !== 0,
    cells: [dateTime(point.at), ...series.map((name) => numberText(point[name]))] as [
      string,
      ...string[],
    ],
  }));
  const choice = (
    <select
      className="select w-auto"
      aria-label={t("campaignReport.curveOf")}
      value={selected}
      onChange={({ target }) => setSelected(series.find((one) => one === target.value) ?? "sent")}
    >
      {series.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </select>
  );
  return (
    <BarChart
      title={t("campaignReport.curve")}
      summary={t(curve.length === 0 ? "campaignReport.curveNone" : "campaignReport.curveText")}
      bars={bars}
      columns={[t("campaignReport.when"), ...series.map(nameOf)]}
      actions={curve.length > 0 && choice}
    />
  );
}
