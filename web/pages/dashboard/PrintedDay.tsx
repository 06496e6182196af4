import type { DayFigures } from "../../../src/modules/dashboard/table.ts";
import { Printout } from "../../kit/Printout.tsx";
import { date, money, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { beforeName } from "./compare-words.ts";
import { durationText } from "./durations.ts";

/** The figures of a period on paper. */
export function PrintedDay({ day, onDone }: { day: DayFigures; onDone: () => void }) {
  const { t } = useTranslation();
  const { period, arrived, firstAnswer, resolution, resolved, byBot, sales } = day;
  const rows: [string, string, string][] = [
    [t("dashboard.arrived.label"), numberText(arrived.now ?? 0), numberText(arrived.before ?? 0)],
    [
      t("dashboard.firstAnswer.label"),
      durationText(firstAnswer.now),
      durationText(firstAnswer.before),
    ],
    [
      t("dashboard.resolution.label"),
      durationText(resolution.now),
      durationText(resolution.before),
    ],
    [
      t("dashboard.people.resolved"),
      numberText(resolved.now ?? 0),
      numberText(resolved.before ?? 0),
    ],
    [t("dashboard.byBot.label"), numberText(byBot.now ?? 0), numberText(byBot.before ?? 0)],
    ...(sales
      ? ([[t("dashboard.sales.label"), money(sales.total), money(sales.before)]] as [
          string,
          string,
          string,
        ][])
      : []),
  ];
  return (
    <Printout paper="a4" onDone={onDone}>
      <h1 className="text-title font-semibold">
        {t("dashboard.print.title", {
          period:
            period.from === period.to
              ? date(period.from)
              : t("dashboard.fromTo", { from: date(period.from), to: date(period.to) }),
        })}
      </h1>
      <Sheet head={["", t("dashboard.print.now"), beforeName(day)]} rows={rows} />
      <Sheet
        head={[
          t("dashboard.hourColumn"),
          t("dashboard.arrived.label"),
          ...(sales ? [t("dashboard.sales.label")] : []),
        ]}
        rows={day.hours
          .filter(({ arrived: came, sold }) => came > 0 || sold !== "0.00")
          .map(({ hour, arrived: came, sold }) => [
            t("dashboard.hour", { hour }),
            numberText(came),
            ...(sales ? [money(sold)] : []),
          ])}
      />
      <Sheet
        head={[
          t("dashboard.people.person"),
          t("dashboard.people.resolved"),
          t("dashboard.people.firstAnswer"),
          ...(sales ? [t("dashboard.people.sold")] : []),
        ]}
        rows={day.people.map(({ name, resolved: own, firstAnswer: wait, sold }) => [
          name || t("dashboard.people.nobody"),
          numberText(own),
          durationText(wait),
          ...(sales ? [money(sold)] : []),
        ])}
      />
    </Printout>
  );
}

const Sheet = ({ head, rows }: { head: string[]; rows: string[][] }) => (
  <table className="tabular mt-6 w-full text-left">
    <thead>
      <tr>
        {head.map((name, index) => (
          <th
            key={index}
            className={`border-b py-1 font-semibold ${index > 0 ? "text-right" : ""}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index}>
          {row.map((cell, column) => (
            <td key={column} className={`border-b py-1 ${column > 0 ? "text-right" : ""}`}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
