import { useId } from "react";
import { Link } from "wouter";
import type { CountedList, DayFigures, GoalFigures } from "../../../src/modules/dashboard/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import type { Filter } from "./figures-of.ts";
import { listHref } from "./links.ts";

type Props = { goals: NonNullable<DayFigures["goals"]>; filter: Filter };

/** Goals that were met and missed, by queue and by person. rules.md#service-goals */
export function GoalsReport({ goals: { queues, people }, filter }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="card-quiet min-w-0 px-4 py-3.5" aria-labelledby={id} data-goals>
      <h2 id={id} className="mb-1 font-semibold">
        {t("dashboard.goals.title")}
      </h2>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <GoalTable
          title={t("dashboard.goals.queues")}
          rows={queues}
          part="queueId"
          filter={filter}
        />
        <GoalTable
          title={t("dashboard.goals.people")}
          rows={people}
          part="userId"
          filter={filter}
        />
      </div>
    </section>
  );
}

type TableProps = {
  title: string;
  rows: GoalFigures[];
  part: "queueId" | "userId";
  filter: Filter;
};

function GoalTable({ title, rows, part, filter }: TableProps) {
  const { t } = useTranslation();
  const head = "text-muted text-small h-7.5 pl-3 text-right font-medium whitespace-nowrap";
  return (
    <table className="tabular h-fit w-full">
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className="text-muted text-small text-left font-medium">
            {title}
          </th>
          {(["answer", "resolution"] as const).map((goal) => (
            <th key={goal} scope="colgroup" colSpan={2} className={head}>
              {t(`dashboard.goals.${goal}`)}
            </th>
          ))}
        </tr>
        <tr>
          {(["answer", "resolution"] as const).flatMap((goal) =>
            (["met", "missed"] as const).map((end) => (
              <th key={goal + end} scope="col" className={head}>
                {t(`dashboard.goals.${end}`)}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody className="[&>tr>*]:border-line [&>tr>*]:border-t">
        {rows.map((row) => (
          <Row key={row.id ?? 0} row={row} part={part} filter={filter} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, part, filter }: { row: GoalFigures } & Pick<TableProps, "part" | "filter">) {
  const { t } = useTranslation();
  const nobody = t(part === "queueId" ? "dashboard.queues.none" : "dashboard.people.nobody");
  const name = row.id === null ? nobody : row.name || t("dashboard.goals.gone");
  const cell = (of: CountedList, count: number, isMissed = false) => (
    <td className="h-10 pl-3 text-right whitespace-nowrap">
      {count === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <Link
          href={listHref(of, { ...filter, [part]: row.id ?? 0 })}
          className={`underline-offset-3 hover:underline focus-visible:underline ${isMissed ? "text-red-strong font-semibold" : ""}`}
        >
          {numberText(count)}
        </Link>
      )}
    </td>
  );
  return (
    <tr data-goals-of={name} className={row.id === null ? "text-muted" : ""}>
      <th scope="row" className="w-2/5 max-w-0 truncate text-left font-normal">
        {name}
      </th>
      {cell("answerMet", row.answer.met)}
      {cell("answerMissed", row.answer.missed, true)}
      {cell("resolutionMet", row.resolution.met)}
      {cell("resolutionMissed", row.resolution.missed, true)}
    </tr>
  );
}
