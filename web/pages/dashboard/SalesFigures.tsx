import { useSignals } from "@preact/signals-react/runtime";
import { useId } from "react";
import type { Sales } from "../../../src/modules/dashboard/table.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { money, percent, useTranslation } from "../../kit/text.ts";
import { Figures } from "../../parts/Figures.tsx";
import { quantity } from "../../parts/products/amounts.ts";
import { sold } from "./dashboard-data.ts";
import { DayChart } from "./DayChart.tsx";
import { numberText } from "../../parts/figures.ts";
import type { Filter } from "./figures-of.ts";
import { listHref } from "./links.ts";
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
      onRetry={() => void sold.read(filter)}
    />
  );
}

type Props = {
  sales: Sales | null;
  error?: unknown;
  updating?: boolean;
  onRetry: () => void;
};

export function SalesView({ sales, error = null, updating = false, onRetry }: Props) {
  useSignals();
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      data-sales
      aria-busy={updating}
      className={`mt-6 flex flex-col gap-4 ${updating ? "[&_dd]:text-muted! [&_li]:text-muted!" : ""}`}
    >
      <h2 id={heading} className="font-semibold">
        {t("dashboard.sales.title")}
      </h2>
      {error !== null && !sales ? (
        <div className="card-quiet">
          <LoadError title={t("dashboard.sales.failed")} error={error} onRetry={onRetry} />
        </div>
      ) : (
        sales && <SalesParts sales={sales} />
      )}
    </section>
  );
}

function SalesParts({
  sales: { totals, days, sellers, stores, couriers, categories, payments, products },
}: {
  sales: Sales;
}) {
  useSignals();
  const { t } = useTranslation();
  const pieces = (one: { orders: number }) => t("dashboard.sales.orders", { count: one.orders });
  return (
    <>
      <Figures
        figures={[
          {
            key: "averageTicket",
            label: t("dashboard.cards.averageTicket"),
            value: money(totals.averageTicket),
            note: t("dashboard.sales.perOrder"),
          },
          {
            key: "conversion",
            label: t("dashboard.cards.conversion"),
            value:
              totals.budgets > 0
                ? percent(Math.round((totals.ordered / totals.budgets) * 100))
                : "–",
            note: t("dashboard.sales.converted", {
              count: totals.budgets,
              ordered: numberText(totals.ordered),
            }),
          },
          {
            key: "forgotten",
            label: t("dashboard.cards.forgotten"),
            value: numberText(totals.forgotten),
            href: listHref("forgotten"),
            note: t("dashboard.sales.forgottenNote", { total: money(totals.forgottenTotal) }),
          },
        ]}
      />
      {days.length > 1 && <DayChart days={days} total={totals.total} />}
      {totals.orders > 0 && (
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          <RankedList
            title={t("dashboard.sales.products")}
            rows={products.map((one) => ({
              ...one,
              note:
                one.unit === "un"
                  ? t("dashboard.sales.pieces", { count: one.amount })
                  : quantity(one.amount, one.unit),
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
          {categories.some(({ id }) => id !== null) && (
            <RankedList
              title={t("dashboard.sales.categories")}
              rows={categories.map((one) => ({
                ...one,
                name: one.name || t("dashboard.sales.noCategory"),
                note: pieces(one),
              }))}
            />
          )}
          {couriers.length > 0 && (
            <RankedList
              title={t("dashboard.sales.couriers")}
              rows={couriers.map((one) => ({ ...one, note: pieces(one) }))}
            />
          )}
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
