import { useSignals } from "@preact/signals-react/runtime";
import { Download, Percent, ReceiptText, ShoppingBag, Wallet } from "lucide-react";
import { useId } from "react";
import type { Sales } from "../../../src/modules/dashboard/table.ts";
import { download } from "../../kit/download.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { money, percent, useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { Card } from "./Counters.tsx";
import { sold } from "./dashboard-data.ts";
import { DayChart } from "./DayChart.tsx";
import { numberText } from "../../parts/figures.ts";
import type { Filter } from "./figures-of.ts";
import { RankedList } from "./RankedList.tsx";

/** The sales of the period. rules.md#sales-figures */
export function SalesFigures({ filter }: { filter: Filter }) {
  useSignals();
  sold.use(filter);
  return (
    <SalesView
      sales={sold.data.value}
      error={sold.failed.value}
      updating={sold.isChanging.value}
      filter={filter}
      onRetry={() => void sold.read(filter)}
    />
  );
}

type Props = {
  sales: Sales | null;
  error?: unknown;
  updating?: boolean;
  filter: Filter;
  onRetry: () => void;
};

export function SalesView({ sales, error = null, updating = false, filter, onRetry }: Props) {
  useSignals();
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      data-sales
      aria-busy={updating}
      className={`mt-6 flex flex-col gap-4 transition-opacity duration-150 ${updating ? "opacity-60" : ""}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="text-title font-semibold">
          {t("dashboard.sales.title")}
        </h2>
        {sales && sales.totals.orders > 0 && <Export filter={filter} />}
      </header>
      {error !== null && !sales ? (
        <div className="card-quiet">
          <LoadError title={t("dashboard.sales.failed")} error={error} onRetry={onRetry} />
        </div>
      ) : (
        sales && <Figures sales={sales} />
      )}
    </section>
  );
}

function Figures({
  sales: { totals, days, sellers, stores, payments, products },
}: {
  sales: Sales;
}) {
  useSignals();
  const { t } = useTranslation();
  const inPeriod = t("dashboard.inPeriod");
  const pieces = (one: { orders: number }) => t("dashboard.sales.orders", { count: one.orders });
  return (
    <>
      <dl className="grid grid-cols-2 gap-2.5 xl:grid-cols-4">
        <Card icon={Wallet} name="sold" value={money(totals.total)} note={inPeriod} />
        <Card icon={ShoppingBag} name="orders" value={numberText(totals.orders)} note={inPeriod} />
        <Card
          icon={ReceiptText}
          name="averageTicket"
          value={money(totals.averageTicket)}
          note={t("dashboard.sales.perOrder")}
        />
        <Card
          icon={Percent}
          name="conversion"
          value={
            totals.budgets > 0 ? percent(Math.round((totals.ordered / totals.budgets) * 100)) : "–"
          }
          note={t("dashboard.sales.converted", {
            count: totals.budgets,
            ordered: numberText(totals.ordered),
          })}
        />
      </dl>
      <DayChart days={days} total={totals.total} />
      {totals.orders > 0 && (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          <RankedList
            title={t("dashboard.sales.products")}
            rows={products.map((one) => ({
              ...one,
              note: t("dashboard.sales.pieces", { count: one.amount }),
            }))}
          />
          <RankedList
            title={t("dashboard.sales.sellers")}
            rows={sellers.map((one) => ({
              ...one,
              name: one.name || t("dashboard.sales.nobody"),
              note: pieces(one),
            }))}
          />
          <RankedList
            title={t("dashboard.sales.stores")}
            rows={stores.map((one) => ({ ...one, note: pieces(one) }))}
          />
          {payments.length > 0 && (
            <RankedList
              title={t("dashboard.sales.payments")}
              rows={payments.map((one) => ({ ...one, note: pieces(one) }))}
            />
          )}
        </div>
      )}
    </>
  );
}

function Export({ filter }: { filter: Filter }) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  return (
    <button
      type="button"
      className="btn"
      disabled={busy}
      onClick={() => void run(() => download("/dashboard/sales/export", filter))}
    >
      {busy ? (
        <span aria-hidden className="loading loading-spinner loading-sm" />
      ) : (
        <Download size={18} aria-hidden />
      )}
      {t("dashboard.sales.export")}
    </button>
  );
}
