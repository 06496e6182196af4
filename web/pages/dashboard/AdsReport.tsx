import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, Megaphone } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import type { Ads } from "../../../src/modules/dashboard/table.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { dateTime, money, useTranslation } from "../../kit/text.ts";
import { plan } from "../../session/session.ts";
import { broughtByAds } from "./dashboard-data.ts";
import type { Filter } from "./figures-of.ts";

/** The ads of the period: new contacts and sales of each. rules.md#ad-figures */
export function AdsReport({ filter }: { filter: Filter }) {
  useSignals();
  broughtByAds.use(filter);
  return (
    <AdsView
      report={broughtByAds.data.value}
      error={broughtByAds.failed.value}
      updating={broughtByAds.isChanging.value}
      withSales={plan.value?.useSales ?? false}
      onRetry={() => void broughtByAds.read(filter)}
    />
  );
}

type Props = {
  report: Ads | null;
  error?: unknown;
  updating?: boolean;
  withSales: boolean;
  onRetry: () => void;
};

/** Most shops have no ads, so the report is hidden until an ad brings a contact. */
export function AdsView({ report, error = null, updating = false, withSales, onRetry }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  const isEmpty = report !== null && report.ads.length === 0;
  if ((report === null && error === null) || isEmpty) return null;
  return (
    <section
      aria-labelledby={heading}
      data-ads
      aria-busy={updating}
      className={`mt-6 flex flex-col gap-3 ${updating ? "[&_dd]:text-muted! [&_li]:text-muted!" : ""}`}
    >
      <header>
        <h2 id={heading} className="text-title font-semibold">
          {t("dashboard.ads.title")}
        </h2>
        <p className="text-muted text-small">{t("dashboard.ads.lead")}</p>
      </header>
      {report ? (
        <ul className="card-quiet divide-line divide-y">
          {report.ads.map((ad) => (
            <AdRow key={ad.key} ad={ad} withSales={withSales} />
          ))}
        </ul>
      ) : (
        <div className="card-quiet">
          <LoadError title={t("dashboard.ads.failed")} error={error} onRetry={onRetry} />
        </div>
      )}
    </section>
  );
}

function AdRow({ ad, withSales }: { ad: Ads["ads"][number]; withSales: boolean }) {
  const { t } = useTranslation();
  const { title, text, sourceId, sourceUrl, customers, orders, total, people } = ad;
  const sold = (count: number, sum: string) =>
    count > 0 ? `${t("dashboard.sales.orders", { count })} · ${money(sum)}` : "";
  return (
    <li>
      <details className="group px-4 py-3">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1">
          <Megaphone size={18} aria-hidden className="text-muted shrink-0" />
          <span className="min-w-40 flex-1">
            <span className="line-clamp-2 font-medium break-words">
              {title || text || sourceUrl || sourceId}
            </span>
            {sourceId && title && (
              <span className="text-muted text-small tabular break-all">{sourceId}</span>
            )}
          </span>
          <span className="tabular">{t("dashboard.ads.customers", { count: customers })}</span>
          {withSales && (
            <span className="tabular font-medium">
              {sold(orders, total) || t("dashboard.ads.noOrders")}
            </span>
          )}
          <ChevronDown
            size={18}
            aria-hidden
            className="text-muted shrink-0 transition-transform group-open:rotate-180"
          />
        </summary>
        <ul className="border-line mt-3 flex flex-col gap-1.5 border-t pt-3">
          {people.map(({ contactId, name, uuid, at, ...bought }) => (
            <li key={contactId} className="flex flex-wrap items-baseline gap-x-3">
              <Link href={`/tickets/${uuid}`} className="link link-primary min-w-0 break-words">
                {name}
              </Link>
              <time dateTime={at} className="text-muted text-small tabular">
                {dateTime(at)}
              </time>
              {withSales && (
                <span className="text-small tabular ml-auto">
                  {sold(bought.orders, bought.total)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
