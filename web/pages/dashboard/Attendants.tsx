import { type ReactNode, useId } from "react";
import type { Attendant } from "../../../src/modules/dashboard/table.ts";
import { Avatar } from "../../kit/Avatar.tsx";
import { narrow, useMedia } from "../../kit/media.ts";
import { useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { OnlineState } from "../../parts/OnlineState.tsx";
import { durationText } from "./figures.ts";

/** The users with their tickets and ratings, the busiest first. */
export function Attendants({ attendants }: { attendants: Attendant[] }) {
  const { t } = useTranslation();
  const id = useId();
  const cards = useMedia(narrow);
  const sorted = attendants.toSorted(
    (a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name),
  );
  return (
    <section className="card-quiet overflow-clip" aria-labelledby={id}>
      <h2 id={id} className="px-4 pt-4 pb-2 font-semibold">
        {t("dashboard.attendants")}
      </h2>
      {cards ? <Cards rows={sorted} /> : <Table rows={sorted} />}
    </section>
  );
}

const columns: { label: string; cell: (row: Attendant) => ReactNode }[] = [
  { label: "dashboard.ticketsColumn", cell: ({ tickets }) => numberText(tickets) },
  { label: "dashboard.cards.support", cell: ({ avgSupportTime }) => durationText(avgSupportTime) },
  { label: "dashboard.rating", cell: (row) => <Rating row={row} /> },
];

function Table({ rows }: { rows: Attendant[] }) {
  const { t } = useTranslation();
  return (
    <table className="w-full border-separate border-spacing-0 text-left">
      <thead>
        <tr>
          {["dashboard.attendant", ...columns.map(({ label }) => label)].map((label) => (
            <th
              key={label}
              scope="col"
              className="border-line text-muted text-small border-b px-4 py-2 font-medium"
            >
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular [&>tr:not(:last-child)>*]:border-line [&>tr:not(:last-child)>*]:border-b">
        {rows.map((row) => (
          <tr key={row.id} data-attendant={row.name}>
            <th scope="row" className="h-12 px-4 py-1.5 font-normal">
              <Person row={row} />
            </th>
            {columns.map(({ label, cell }) => (
              <td key={label} className="px-4 py-1.5">
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ rows }: { rows: Attendant[] }) {
  const { t } = useTranslation();
  return (
    <ul className="divide-line divide-y">
      {rows.map((row) => (
        <li key={row.id} data-attendant={row.name} className="px-4 py-3">
          <Person row={row} />
          <dl className="tabular mt-2 flex flex-col gap-1">
            {columns.map(({ label, cell }) => (
              <div key={label} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-muted">{t(label)}</dt>
                <dd className="ml-auto text-right">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Person({ row: { name, online, lastSeenAt } }: { row: Attendant }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} size={32} />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium wrap-anywhere">{name}</span>
        <OnlineState online={online} lastSeenAt={lastSeenAt} />
      </span>
    </span>
  );
}

function Rating({ row: { rating, ratings } }: { row: Attendant }) {
  const { t } = useTranslation();
  if (rating === null) return <span className="text-muted">{t("dashboard.unrated")}</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span>{t("dashboard.ratingOf", { rating: numberText(rating, 1) })}</span>
      <span className="text-muted text-small">
        {t(`dashboard.rates.${Math.round(rating)}`)} · {t("dashboard.ratings", { count: ratings })}
      </span>
    </span>
  );
}
