import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { type Budget, budgetsTicketId } from "../../../inbox/open-budgets.ts";
import { api } from "../../../kit/api.ts";
import { Chip } from "../../../kit/Chip.tsx";
import { money, relative, useTranslation } from "../../../kit/text.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import type { Order } from "../../../parts/orders/types.ts";
import { onDemand } from "../../../kit/on-demand.ts";
import { live } from "../../../session/live.ts";
import { can } from "../../../session/can.ts";
import { plan } from "../../../session/session.ts";
import type { Ticket } from "../../../types.ts";
import { Section } from "./Section.tsx";

export type ContactSalesData = { budgets: Budget[]; orders: Order[]; count: number; spent: string };

const OrderPayment = onDemand(
  async () => (await import("../../../parts/orders/OrderPayment.tsx")).OrderPayment,
);

/** The list shows so many orders until the agent asks for more. */
const shownAtFirst = 3;

/** The contact's budgets, orders and total. Nothing where the company does not sell. */
export function ContactSales({ ticket }: { ticket: Ticket }) {
  useSignals();
  const isOpen = plan.value?.useSales === true && can("orders.read") && !ticket.contact.isGroup;
  return isOpen ? <Sales ticket={ticket} /> : null;
}

function Sales({ ticket: { id, contactId } }: { ticket: Ticket }) {
  const [sales, setSales] = useState<ContactSalesData | null>(null);
  const [failed, setFailed] = useState(false);
  const round = useRef(0);

  const read = async () => {
    const thisRound = ++round.current;
    const answer = await api
      .get<ContactSalesData>(`/contacts/${contactId}/sales`)
      .catch(() => null);
    if (thisRound !== round.current) return;
    setFailed(answer === null);
    if (answer) setSales(answer);
  };
  useEffect(() => {
    void read();
    const concerns = (row: unknown) =>
      (row as { contactId?: number } | undefined)?.contactId === contactId;
    const closers = [
      live.on(
        "order",
        ({ action, order }) => (action === "delete" || concerns(order)) && void read(),
      ),
      live.on(
        "budget",
        ({ action, budget }) => (action === "delete" || concerns(budget)) && void read(),
      ),
      live.onReset(() => void read()),
    ];
    return () => {
      round.current++;
      for (const close of closers) close();
    };
  }, [contactId]);

  return (
    <ContactSalesView
      sales={sales}
      failed={failed}
      onRetry={() => void read()}
      onBudgets={can("budgets.write") ? () => (budgetsTicketId.value = id) : undefined}
    />
  );
}

type Props = {
  sales: ContactSalesData | null;
  failed?: boolean;
  onRetry?: () => void;
  onBudgets?: () => void;
};

export function ContactSalesView({ sales, failed = false, onRetry = () => {}, onBudgets }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (failed && !sales) {
    return (
      <Section title={t("tickets.sales.title")}>
        <LoadFailed retry={onRetry} />
      </Section>
    );
  }
  if (!sales || sales.budgets.length + sales.orders.length === 0) return null;
  const { budgets, orders, count, spent } = sales;
  return (
    <Section title={t("tickets.sales.title")}>
      {count > 0 && (
        <p className="text-muted tabular">
          {t("tickets.sales.spent", { count, amount: money(spent) })}
        </p>
      )}
      {budgets.length > 0 && (
        <button
          type="button"
          className="hover:bg-hover -mx-2 mt-1 flex w-[calc(100%+1rem)] cursor-pointer items-baseline gap-2 rounded-lg px-2 py-1.5 text-left -outline-offset-2 disabled:cursor-default"
          disabled={!onBudgets}
          onClick={onBudgets}
        >
          <span className="text-waiting min-w-0 flex-1 font-medium">
            {t("tickets.sales.budgets", { count: budgets.length })}
          </span>
          <span className="tabular shrink-0">
            {budgets.length === 1 && money(budgets[0]!.total)}
          </span>
        </button>
      )}
      <ul className="-mx-2 flex flex-col">
        {orders.slice(0, all ? undefined : shownAtFirst).map((order) => (
          <BoughtOrder key={order.id} order={order} />
        ))}
      </ul>
      {!all && orders.length > shownAtFirst && (
        <button
          type="button"
          className="btn btn-ghost btn-sm mt-1 -ml-2"
          onClick={() => setAll(true)}
        >
          {t("tickets.panel.showMore")}
        </button>
      )}
    </Section>
  );
}

function BoughtOrder({ order }: { order: Order }) {
  useSignals();
  const { t } = useTranslation();
  const { id, number, status, total, emission } = order;
  return (
    <li>
      <Link
        href={`/orders/${id}`}
        className="hover:bg-hover flex items-center gap-2 rounded-lg px-2 py-1.5 -outline-offset-2"
      >
        <span className="tabular font-medium">{t("tickets.sales.order", { number })}</span>
        <Chip color={status.color} className="max-w-32">
          {status.name}
        </Chip>
        <span className="ml-auto flex shrink-0 flex-col items-end">
          <span className="tabular">{money(total)}</span>
          <time dateTime={emission} className="text-muted text-xs">
            {relative(emission)}
          </time>
        </span>
      </Link>
      <OrderPayment order={order} />
    </li>
  );
}
