import { ListChecks } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { CountedList, CountedPage, CountedRow } from "../../../src/modules/dashboard/table.ts";
import { api } from "../../kit/api.ts";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { date, money, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { usePages } from "../../lists/use-pages.ts";
import { durationText } from "./durations.ts";
import texts from "./texts.json";

addTexts(texts);

const pageSize = 50;

/** The list of an address that names none. */
const today = { of: "arrived", days: "1" };

/** The tickets or orders that a figure of the dashboard counts. rules.md#day-figures */
export function Counted() {
  const [params] = useSearchParams();
  const query = params.size > 0 ? Object.fromEntries(params) : today;
  return <CountedRows key={params.toString()} query={query} />;
}

function CountedRows({ query }: { query: Record<string, string> }) {
  const { t } = useTranslation();
  const of = query.of as CountedList;
  const [count, setCount] = useState<number | null>(null);
  const { rows, hasMore, state, more } = usePages<CountedRow & { id: number }>(async (loaded) => {
    const page = await api.get<CountedPage>("/dashboard/counted", {
      ...query,
      pageNumber: loaded.length / pageSize + 1,
    });
    setCount(page.count);
    return {
      hasMore: page.hasMore,
      rows: page.records.map((row, index) => ({ ...row, id: loaded.length + index })),
    };
  });
  return (
    <CountedView
      of={of}
      query={query}
      rows={rows}
      count={count}
      hasMore={hasMore}
      state={state}
      onMore={more}
      title={t(`dashboard.lists.${of}`)}
    />
  );
}

type ViewProps = {
  of: CountedList;
  query: Record<string, string>;
  title: string;
  rows: (CountedRow & { id: number })[];
  count: number | null;
  hasMore: boolean;
  state: "loading" | "ready" | "failed";
  onMore: () => void;
};

export function CountedView({ of, query, title, rows, count, hasMore, state, onMore }: ViewProps) {
  const { t } = useTranslation();
  const lead = useMemo(() => leadOf(query, t), [query, t]);
  return (
    <Page
      title={title}
      parent={{ href: "/dashboard", label: t("dashboard.title") }}
      lead={
        <>
          {lead}
          {count !== null && (
            <span data-count className="tabular">
              {lead && " · "}
              {t(countKey(of), { count })}
            </span>
          )}
        </>
      }
    >
      {state === "failed" && rows.length === 0 ? (
        <div className="card-quiet">
          <LoadError error={t("dashboard.lists.failed")} onRetry={onMore} />
        </div>
      ) : state === "ready" && rows.length === 0 ? (
        <div className="card-quiet">
          <Empty icon={ListChecks} title={t("dashboard.lists.none")} />
        </div>
      ) : (
        <Rows of={of} rows={rows} isLoading={state === "loading"} />
      )}
      {hasMore && rows.length > 0 && (
        <button
          type="button"
          className="btn mx-auto mt-4 flex"
          disabled={state === "loading"}
          onClick={onMore}
        >
          {t("dashboard.lists.more")}
        </button>
      )}
    </Page>
  );
}

const isOfOrders = (of: CountedList) =>
  ["sales", "received", "owed", "unpaid", "forgotten"].includes(of);

const countKey = (of: CountedList) =>
  of === "forgotten"
    ? "dashboard.lists.budgets"
    : isOfOrders(of)
      ? "dashboard.lists.orders"
      : "dashboard.lists.tickets";

function leadOf(query: Record<string, string>, t: ReturnType<typeof useTranslation>["t"]) {
  const { days, date_from: from, date_to: to, hour, weekday } = query;
  const period =
    from && to && from !== to
      ? t("dashboard.fromTo", { from: date(from), to: date(to) })
      : (from ?? to)
        ? date((from ?? to)!)
        : days
          ? t("dashboard.lists.days", { count: Number(days) })
          : "";
  return [
    period,
    weekday !== undefined && t(`dashboard.week.longDays.${weekday}`),
    hour !== undefined && t("dashboard.hour", { hour }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function Rows({
  of,
  rows,
  isLoading,
}: {
  of: CountedList;
  rows: ViewProps["rows"];
  isLoading: boolean;
}) {
  const { t } = useTranslation();
  const head = "text-muted text-small border-line border-b px-4 py-2.5 font-medium";
  const last = lastColumn(of);
  return (
    <div className="card-quiet overflow-clip" aria-busy={isLoading}>
      <table className="w-full border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            <th scope="col" className={head}>
              {t("dashboard.lists.customer")}
            </th>
            {!isOfOrders(of) && (
              <th scope="col" className={`${head} max-md:hidden`}>
                {t("dashboard.queues.queue")}
              </th>
            )}
            <th scope="col" className={`${head} max-phone:hidden`}>
              {t("dashboard.people.person")}
            </th>
            <th scope="col" className={`${head} text-right max-phone:hidden`}>
              {t(`dashboard.lists.at.${atOf(of)}`)}
            </th>
            {last && (
              <th scope="col" className={`${head} text-right`}>
                {t(`dashboard.lists.${last}`)}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="tabular [&>tr:not(:last-child)>*]:border-line [&>tr:not(:last-child)>*]:border-b">
          {rows.map((row) => (
            <tr key={row.id} data-row={row.name} className="hover:bg-hover/60">
              <th scope="row" className="h-12 w-2/5 max-w-0 px-4 py-1.5 font-normal">
                <NameLink row={row} />
                {row.words && (
                  <span className="text-muted text-small block wrap-anywhere">“{row.words}”</span>
                )}
              </th>
              {!isOfOrders(of) && (
                <td className="max-w-40 truncate px-4 py-1.5 max-md:hidden">{row.queue ?? "–"}</td>
              )}
              <td className="max-w-40 truncate px-4 py-1.5 max-phone:hidden">{row.user ?? "–"}</td>
              <td className="px-4 py-1.5 text-right whitespace-nowrap max-phone:hidden">
                {timeOrDateTime(row.at)}
              </td>
              {last && (
                <td className="px-4 py-1.5 text-right whitespace-nowrap">
                  {valueOf(row, last, t)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isLoading && rows.length === 0 && (
        <Delayed>
          <div className="flex flex-col gap-4 px-4 py-4">
            {[1, 2, 3, 4].map((key) => (
              <Skeleton key={key} className="h-5 w-full" />
            ))}
          </div>
        </Delayed>
      )}
    </div>
  );
}

function NameLink({ row: { name, uuid, orderId } }: { row: CountedRow }) {
  const { t } = useTranslation();
  const href = orderId !== null ? `/orders/${orderId}` : uuid && `/tickets/${uuid}`;
  const text = name || t("dashboard.lists.gone");
  if (!href) return <span className="text-muted">{text}</span>;
  return (
    <Link
      href={href}
      className="block truncate underline-offset-3 hover:underline focus-visible:underline"
    >
      {text}
    </Link>
  );
}

type Last = "wait" | "time" | "total" | "rate";

function lastColumn(of: CountedList): Last | null {
  if (isOfOrders(of)) return "total";
  if (of === "ratings") return "rate";
  if (of === "resolved" || of === "byBot" || of.startsWith("resolution")) return "time";
  return of === "handOvers" || of === "customer" || of === "snoozed" ? null : "wait";
}

const atOf = (of: CountedList) =>
  isOfOrders(of)
    ? "ordered"
    : (({ resolved: "closed", byBot: "closed", ratings: "rated", handOvers: "left" } as const)[
        of as "resolved"
      ] ?? "came");

function valueOf(row: CountedRow, last: Last, t: ReturnType<typeof useTranslation>["t"]) {
  if (last === "total") return money(row.total ?? "0.00");
  if (last === "rate") return t(`dashboard.rates.${row.rate}`);
  return durationText(row.seconds);
}
