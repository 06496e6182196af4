import { useSignals } from "@preact/signals-react/runtime";
import { useId } from "react";
import type { Sales } from "../../../src/modules/dashboard/table.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { date, money, percent, useTranslation } from "../../kit/text.ts";
import { Figures } from "../../parts/Figures.tsx";
import { quantity } from "../../parts/products/amounts.ts";
import { sold } from "./dashboard-data.ts";
import { moneyChange } from "./changes.ts";
import { DayChart, SoldHours } from "./DayChart.tsx";
import { numberText } from "../../parts/figures.ts";
import type { Filter } from "./figures-of.ts";
import { type ListPart, listHref } from "./links.ts";
import { RankedList } from "./RankedList.tsx";

/** The sales of the period. rules.md#sales-figures */
export function SalesFigures({ filter }: { filter: Filter }) {
  useSignals();
  sold.use(filter);
  return (
    <SalesView
      sales={sold.data.value}
      filter={filter}
      error={sold.failed.value}
      updating={sold.isChanging.value}
      onRetry={() => void sold.read(filter)}
    />
  );
}

type Props = {
  sales: Sales | null;
  /** The period of the lists that the figures open. */ filter?: Filter;
  error?: unknown;
  updating?: boolean;
  onRetry: () => void;
};

export function SalesView({ sales, filter = {}, error = null, updating = false, onRetry }: Props) {
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
        sales && <SalesParts sales={sales} filter={filter} />
      )}
    </section>
  );
}

type PartsProps = { sales: Sales; filter: Filter };

function SalesParts({ sales, filter }: PartsProps) {
  useSignals();
  const { totals, days, hours } = sales;
  return (
    <>
      <MoneyFigures sales={sales} filter={filter} />
      <OfferFigures sales={sales} />
      {days.length > 1 && <DayChart days={days} total={totals.total} />}
      {hours.length > 1 && <SoldHours hours={hours} />}
      {totals.orders > 0 && <Groups sales={sales} filter={filter} />}
    </>
  );
}

/** The sales, their money that came, the rest, and the margin. */
function MoneyFigures({ sales: { totals, before }, filter }: PartsProps) {
  const { t } = useTranslation();
  const against =
    before &&
    t("dashboard.sales.against", {
      from: date(before.from),
      to: date(before.to),
    });
  const changeOf = (now: string, then: string) => {
    const change = moneyChange(t, now, then);
    return change && before ? { ...change, text: `${change.text} ${against}` } : undefined;
  };
  return (
    <Figures
      figures={[
        {
          key: "sold",
          label: t("dashboard.sales.label"),
          value: money(totals.total),
          href: listHref("sales", filter),
          change: changeOf(totals.total, before?.total ?? "0.00"),
          note: t("dashboard.sales.orders", { count: totals.orders }),
        },
        {
          key: "received",
          label: t("dashboard.sales.received"),
          value: money(totals.received),
          note: t("dashboard.sales.ofTheseOrders"),
        },
        {
          key: "owed",
          label: t("dashboard.sales.owed"),
          value: money(totals.owed),
          href: listHref("owed", filter),
          note: t("dashboard.sales.ofTheseOrders"),
        },
        {
          key: "margin",
          label: t("dashboard.sales.margin"),
          value: totals.margin === null ? "–" : percent(totals.margin),
          note:
            totals.profit === null
              ? t("dashboard.sales.noCosts")
              : t("dashboard.sales.profit", { total: money(totals.profit) }),
        },
      ]}
    />
  );
}

function OfferFigures({ sales: { totals } }: { sales: Sales }) {
  const { t } = useTranslation();
  return (
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
            totals.budgets > 0 ? percent(Math.round((totals.ordered / totals.budgets) * 100)) : "–",
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
  );
}

function Groups({
  sales: { sellers, stores, couriers, categories, payments, products },
  filter,
}: PartsProps) {
  useSignals();
  const { t } = useTranslation();
  const pieces = (one: { orders: number }) => t("dashboard.sales.orders", { count: one.orders });
  const soldBy = (part: ListPart) => listHref("sales", { ...filter, ...part });
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      <RankedList
        title={t("dashboard.sales.products")}
        rows={products.map((one) => ({
          ...one,
          href: soldBy({ productId: one.id }),
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
          href: soldBy({ userId: one.id ?? 0 }),
          name: one.name || t("dashboard.sales.nobody"),
          note: pieces(one),
        }))}
      />
      <RankedList
        title={t("dashboard.sales.stores")}
        rows={stores.map((one) => ({
          ...one,
          href: soldBy({ storeId: one.id ?? 0 }),
          note: pieces(one),
        }))}
      />
      {categories.some(({ id }) => id !== null) && (
        <RankedList
          title={t("dashboard.sales.categories")}
          rows={categories.map((one) => ({
            ...one,
            href: soldBy({ categoryId: one.id ?? 0 }),
            name: one.name || t("dashboard.sales.noCategory"),
            note: pieces(one),
          }))}
        />
      )}
      {couriers.length > 0 && (
        <RankedList
          title={t("dashboard.sales.couriers")}
          rows={couriers.map((one) => ({
            ...one,
            href: soldBy({ courierId: one.id ?? 0 }),
            note: pieces(one),
          }))}
        />
      )}
      {payments.length > 0 && (
        <RankedList
          title={t("dashboard.sales.payments")}
          rows={payments.map((one) => ({
            ...one,
            href: listHref("received", { ...filter, paymentId: one.id ?? 0 }),
            note: pieces(one),
          }))}
        />
      )}
    </div>
  );
}
