import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import type * as dashboardTable from "../../../src/modules/dashboard/table.ts";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { date, useTranslation } from "../../kit/text.ts";
import { Page } from "../../kit/Page.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { plan } from "../../session/session.ts";
import { addTexts } from "../../kit/translations.ts";
import { AdsReport } from "./AdsReport.tsx";
import { Attendants } from "./Attendants.tsx";
import { desk } from "./dashboard-data.ts";
import type { Filter } from "./figures-of.ts";
import { Checklist } from "./Checklist.tsx";
import { Counters } from "./Counters.tsx";
import { useFilter } from "./filter.ts";
import { GuideCard } from "./GuideCard.tsx";
import { HourChart } from "./HourChart.tsx";
import { PeriodBar } from "./PeriodBar.tsx";
import { SalesFigures } from "./SalesFigures.tsx";
import texts from "./texts.json";
import { useGuide } from "./use-guide.ts";

addTexts(texts);

/** The desk's figures, for now and for a period. rules.md#dashboard */
export function Dashboard() {
  useSignals();
  const [filter, setFilter] = useFilter();
  desk.use(filter);
  const { guide, close } = useGuide();
  return (
    <DashboardView
      guide={guide?.isOpen ? <GuideCard guide={guide} onClose={close} /> : undefined}
      data={desk.data.value}
      error={desk.failed.value}
      updating={desk.isChanging.value}
      filter={filter}
      onFilter={setFilter}
      onRetry={() => void desk.read(filter)}
    >
      {plan.value?.useSales && <SalesFigures filter={filter} />}
      <AdsReport filter={filter} />
    </DashboardView>
  );
}

type Props = {
  data: dashboardTable.Dashboard | null;
  error: unknown;
  updating?: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onRetry: () => void;
  /** Replaces the first steps. */ guide?: ReactNode;
  children?: ReactNode;
};

export function DashboardView({
  data,
  error,
  updating = false,
  filter,
  onFilter,
  onRetry,
  guide,
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <Page
      title={t("dashboard.title")}
      lead={t("dashboard.lead")}
      filters={<PeriodBar filter={filter} period={data?.period} onChange={onFilter} />}
    >
      {guide ?? (data && <Checklist steps={data.steps} />)}
      {error ? (
        <div className="card-quiet mb-4" role="alert">
          <LoadError title={t("dashboard.failed")} error={error} onRetry={onRetry} />
        </div>
      ) : data ? (
        <div
          aria-busy={updating}
          className={`flex flex-col gap-4 transition-opacity duration-150 ${updating ? "opacity-60" : ""}`}
        >
          <p className="sr-only" role="status">
            {updating
              ? ""
              : t("dashboard.shown", { from: date(data.period.from), to: date(data.period.to) })}
          </p>
          <Counters counters={data.counters} />
          <HourChart hours={data.hours} />
          <Attendants attendants={data.attendants} />
        </div>
      ) : (
        <LoadingDashboard />
      )}
      {children}
    </Page>
  );
}

const LoadingDashboard = () => (
  <Delayed>
    <div aria-busy className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2.5 md:grid-cols-3 xl:grid-cols-6">
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <div key={key} className="card-quiet flex flex-col gap-3 px-4 py-3.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-7 w-16" />
            <Skeleton className="h-3.5 w-20" />
          </div>
        ))}
      </div>
      <div className="card-quiet px-4 py-4">
        <Skeleton className="h-60 w-full" />
      </div>
    </div>
  </Delayed>
);
