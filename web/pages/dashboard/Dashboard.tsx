import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useState } from "react";
import type {
  DashboardNow,
  DayFigures,
  Steps,
  WeekHours,
} from "../../../src/modules/dashboard/table.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { clock, date, time, useTranslation } from "../../kit/text.ts";
import { Page } from "../../kit/Page.tsx";
import { addTexts } from "../../kit/translations.ts";
import { live } from "../../session/live.ts";
import { plan } from "../../session/session.ts";
import { backupsLate } from "../../shell/backup-alerts.ts";
import { AdsReport } from "./AdsReport.tsx";
import { Checklist } from "./Checklist.tsx";
import { beforeName, compareLine, longDay } from "./compare-words.ts";
import { dayFigures, desk, nowFigures, weekFigures } from "./dashboard-data.ts";
import { DayRow } from "./DayRow.tsx";
import { Download } from "./Download.tsx";
import type { Filter } from "./figures-of.ts";
import { periodOf, useFilter } from "./filter.ts";
import { GoalsReport } from "./GoalsReport.tsx";
import { GuideCard } from "./GuideCard.tsx";
import { HandOvers } from "./HandOvers.tsx";
import { HourCharts } from "./HourCharts.tsx";
import { withLateCopies } from "./late-copies.ts";
import { NeedList } from "./NeedList.tsx";
import { NowCard } from "./NowCard.tsx";
import { People } from "./People.tsx";
import { PeriodBar, PeriodDates } from "./PeriodBar.tsx";
import { PrintedDay } from "./PrintedDay.tsx";
import { Ratings } from "./Ratings.tsx";
import { SalesFigures } from "./SalesFigures.tsx";
import texts from "./texts.json";
import { useGuide } from "./use-guide.ts";
import { WeekCard } from "./WeekCard.tsx";

addTexts(texts);

/** The owner's day: the desk now, and a period against an earlier one. rules.md#day-figures */
export function Dashboard() {
  useSignals();
  const [filter, setFilter] = useFilter();
  const isToday = periodOf(filter) === "today";
  nowFigures.use({}, isToday);
  dayFigures.use(filter);
  weekFigures.use({});
  desk.use({});
  const { guide, close } = useGuide();
  const withSales = plan.value?.useSales ?? false;
  return (
    <DashboardView
      start={guide?.isOpen ? <GuideCard guide={guide} onClose={close} /> : undefined}
      steps={desk.data.value?.steps}
      now={{
        data: nowFigures.data.value,
        error: nowFigures.failed.value,
        retry: () => void nowFigures.read({}),
      }}
      day={{
        data: dayFigures.data.value,
        error: dayFigures.failed.value,
        retry: () => void dayFigures.read(filter),
      }}
      week={{
        data: weekFigures.data.value,
        error: weekFigures.failed.value,
        retry: () => void weekFigures.read({}),
      }}
      isUpdating={dayFigures.isChanging.value}
      isOffline={live.state.value === "offline"}
      isBackupLate={backupsLate.value}
      withSales={withSales}
      filter={filter}
      onFilter={setFilter}
    >
      {withSales && <SalesFigures filter={filter} />}
      <AdsReport filter={filter} />
    </DashboardView>
  );
}

/** The figures of a card, or why there are none. */
export type Loaded<Figures> = { data: Figures | null; error: unknown; retry: () => void };

type Props = {
  now: Loaded<DashboardNow>;
  day: Loaded<DayFigures>;
  week: Loaded<WeekHours>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  withSales: boolean;
  isUpdating?: boolean;
  isOffline?: boolean;
  isBackupLate?: boolean;
  /** Replaces the first steps. */
  start?: ReactNode;
  steps?: Steps;
  children?: ReactNode;
};

export function DashboardView(props: Props) {
  useSignals();
  const { t } = useTranslation();
  const { now, day, filter, onFilter, withSales, isUpdating = false, isOffline = false } = props;
  const { isBackupLate = false, start, steps, children } = props;
  const [isPicking, setPicking] = useState(periodOf(filter) === "dates");
  const [isPrinting, setPrinting] = useState(false);
  const isToday = periodOf(filter) === "today";
  return (
    <Page
      title={t("dashboard.title")}
      beside={<Beside isOffline={isOffline} isToday={isToday} now={now.data} day={day.data} />}
      actions={
        <>
          <PeriodBar
            filter={filter}
            isPicking={isPicking}
            onPick={setPicking}
            onChange={onFilter}
          />
          <Download
            filter={filter}
            withSales={withSales}
            onPrint={day.data ? () => setPrinting(true) : undefined}
          />
        </>
      }
    >
      {isPicking && (
        <PeriodDates key={JSON.stringify(filter)} filter={filter} onChange={onFilter} />
      )}
      {start ?? (steps && <Checklist steps={steps} />)}
      <div
        aria-busy={isUpdating}
        data-offline={isOffline}
        className={`-mt-1 flex flex-col gap-4 ${isUpdating || isOffline ? "[&_dd]:text-muted! [&_td]:text-muted!" : ""}`}
      >
        {isToday && <NowRow now={now} day={day.data} isBackupLate={isBackupLate} />}
        <DaySection {...props} />
        <Cards {...props} />
      </div>
      {children}
      {isPrinting && day.data && <PrintedDay day={day.data} onDone={() => setPrinting(false)} />}
    </Page>
  );
}

type BesideProps = {
  isOffline: boolean;
  isToday: boolean;
  now: DashboardNow | null;
  day: DayFigures | null;
};

/** The day and time, or the days of another period; while offline, the age of the figures. */
function Beside({ isOffline, isToday, now, day }: BesideProps) {
  useSignals();
  const { t } = useTranslation();
  const asOf = (isToday ? now?.at : undefined) ?? day?.until;
  if (isOffline && asOf) return t("dashboard.asOf", { time: time(asOf) });
  if (!isToday && day) {
    const { from, to } = day.period;
    return from === to ? date(from) : t("dashboard.fromTo", { from: date(from), to: date(to) });
  }
  const at = new Date(clock.value);
  return (
    <>
      {longDay(at)} · <time>{time(at.toISOString())}</time>
    </>
  );
}

type NowProps = Pick<Props, "now"> & { day: DayFigures | null; isBackupLate: boolean };

function NowRow({ now: { data, error, retry }, day, isBackupLate }: NowProps) {
  const { t } = useTranslation();
  const isFailed = Boolean(error) && !data;
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_368px]">
      {isFailed ? (
        <Failed title={t("dashboard.failedCards.now")} error={error} onRetry={retry} />
      ) : (
        <NowCard now={data} day={day} />
      )}
      {isFailed ? (
        <Failed title={t("dashboard.failedCards.needs")} error={error} onRetry={retry} />
      ) : (
        <NeedList needs={data && withLateCopies(data.needs, isBackupLate)} />
      )}
    </div>
  );
}

const Failed = ({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) => (
  <div className="card-quiet min-w-0" role="alert">
    <LoadError title={title} error={error} onRetry={onRetry} />
  </div>
);

function DaySection({ day: { data, error, retry }, filter, withSales }: Props) {
  const { t } = useTranslation();
  const period = periodOf(filter);
  return (
    <section aria-labelledby="day-heading" data-day>
      <div className="my-2 flex flex-wrap items-baseline gap-x-2 max-phone:flex-col">
        <h2 id="day-heading" className="font-semibold whitespace-nowrap">
          {t(period === "today" ? "dashboard.dayTitle" : "dashboard.periodTitle")}
        </h2>
        {data && (
          <p data-compare className="text-muted text-small">
            {compareLine(data)}
          </p>
        )}
      </div>
      {error && !data ? (
        <Failed title={t("dashboard.failedCards.day")} error={error} onRetry={retry} />
      ) : (
        <DayRow day={data} filter={filter} withSales={withSales} />
      )}
    </section>
  );
}

const pair = "grid gap-4 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]";

function Cards({ day, week, filter }: Props) {
  useSignals();
  const { t } = useTranslation();
  const data = day.data;
  const isToday = periodOf(filter) === "today";
  const at = new Date(clock.value);
  const here = { weekday: (at.getDay() + 6) % 7, hour: at.getHours() };
  const range = data ? rangeOf(data) : { from: 8, to: 18 };
  return (
    <>
      <div className={pair}>
        {data && (
          <HourCharts
            day={data}
            filter={filter}
            range={range}
            current={isToday ? here.hour : null}
            before={beforeName(data)}
          />
        )}
        {week.error && !week.data ? (
          <Failed title={t("dashboard.failedCards.week")} error={week.error} onRetry={week.retry} />
        ) : (
          <WeekCard week={week.data} day={isToday ? data : null} range={range} now={here} />
        )}
      </div>
      {data && (
        <div className={pair}>
          <People day={data} filter={filter} isNow={isToday} />
          <Ratings day={data} filter={filter} />
        </div>
      )}
      {data?.goals && <GoalsReport goals={data.goals} filter={filter} />}
      {data && <HandOvers day={data} filter={filter} />}
    </>
  );
}

/** The hours of opening, and those beyond in which somebody came or bought. */
function rangeOf({ open, hours }: DayFigures) {
  const busy = hours.filter(
    ({ arrived, arrivedBefore, sold, soldBefore }) =>
      arrived > 0 || arrivedBefore > 0 || sold !== "0.00" || soldBefore !== "0.00",
  );
  return {
    from: Math.min(open.from, ...busy.map(({ hour }) => hour)),
    to: Math.max(open.to, ...busy.map(({ hour }) => hour + 1)),
  };
}
