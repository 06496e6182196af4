import { useSignals } from "@preact/signals-react/runtime";
import { MessageCircle, Repeat } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { Ticket } from "../../types.ts";
import { api } from "../../kit/api.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Facts } from "../../kit/Facts.tsx";
import { dateTime, money, phone, t, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { customerOf } from "../../parts/orders/customer.ts";
import { Items } from "../../parts/orders/OrderDetails.tsx";
import { OrderDelivery } from "../../parts/orders/OrderDelivery.tsx";
import { OrderHistory } from "../../parts/orders/OrderHistory.tsx";
import { OrderMoney } from "../../parts/orders/OrderMoney.tsx";
import { PaymentChip } from "../../parts/orders/PaymentChip.tsx";
import { isFinal, orderStatuses } from "../../parts/orders/statuses.ts";
import type { FullOrder } from "../../parts/orders/types.ts";
import { wantedText } from "../../parts/orders/wanted.ts";
import { can } from "../../session/can.ts";
import { repeatOrder } from "./repeat.ts";

/** An order: the four facts, then its items and history beside its money and its way. */
export function OrderColumns({ order }: { order: FullOrder }) {
  useSignals();
  const { t } = useTranslation();
  const isOwed = Number(order.owed) > 0;
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip color={order.status.color}>{order.status.name}</Chip>
        <PaymentChip order={order} short />
        <span className="text-muted">
          {[
            order.store.name,
            order.user && t("orders.soldBy", { name: order.user.name }),
            dateTime(order.emission),
            order.budgetNumber !== null &&
              `${t("orders.budget")} ${t("orders.budgetNumber", { number: order.budgetNumber })}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </p>
      <Facts
        cells={[
          whenCell(order),
          {
            label: t("orders.contact"),
            value: customerOf(order),
            note: order.contact && phone(order.contact.number),
          },
          { label: t("orders.total"), value: money(order.total) },
          {
            label: t("orders.receive.owed"),
            value: money(order.owed),
            tone: isOwed ? "waiting" : undefined,
          },
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Part title={t("orders.itemsTitle")}>
            <Items order={order} />
            {order.notes && (
              <p className="mt-3 font-medium break-words whitespace-pre-wrap">{order.notes}</p>
            )}
          </Part>
          <Part title={t("orders.history.title")}>
            <OrderHistory changes={order.history} receipts={order.receipts} />
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:-order-1">
          <Part title={t("orders.payment")}>
            <OrderMoney order={order} />
          </Part>
          <Part title={t(`orders.routes.${order.typeRoute}`)}>
            <OrderDelivery order={order} />
          </Part>
          <Links order={order} />
        </div>
      </div>
    </div>
  );
}

/** For when an order is wanted; for one that is over and had no time, when it was handed over. */
function whenCell(order: FullOrder) {
  const note = t(`orders.routes.${order.typeRoute}`);
  const isOver = isFinal(order, orderStatuses.rows.value ?? []);
  if (order.wantedAt !== null || !isOver)
    return { label: t("orders.wanted.title"), value: wantedText(order.wantedAt), note };
  const last = order.history.findLast(({ changes }) => changes === null);
  if (order.cancelledAt !== null || !last)
    return { label: t("orders.wanted.title"), value: "–", note };
  return { label: t("orders.wanted.handedOver"), value: timeOrDateTime(last.at), note };
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card-quiet min-w-0 p-4">
    <h2 className="mb-2 font-semibold">{title}</h2>
    {children}
  </section>
);

/** The conversation in which it was sold, and the same items in a new sale. */
function Links({ order }: { order: FullOrder }) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<string>) => {
    setBusy(true);
    void work()
      .then(go, toast.error)
      .finally(() => setBusy(false));
  };
  const talk = async () => `/tickets/${(await api.get<Ticket>(`/tickets/${order.ticketId}`)).uuid}`;
  const mayTalk = order.ticketId !== null && can("tickets.read");
  const mayRepeat = can("orders.write");
  if (!mayTalk && !mayRepeat) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {mayTalk && (
        <button type="button" className="btn flex-1" disabled={busy} onClick={() => run(talk)}>
          <MessageCircle size={18} aria-hidden />
          {t("orders.talk")}
        </button>
      )}
      {mayRepeat && (
        <button
          type="button"
          className="btn flex-1"
          disabled={busy}
          onClick={() => run(() => repeatOrder(order))}
        >
          <Repeat size={18} aria-hidden />
          {t("orders.repeat")}
        </button>
      )}
    </div>
  );
}
