import { useSignals } from "@preact/signals-react/runtime";
import { Bike, Clock, Hourglass, StickyNote, Store } from "lucide-react";
import { Link } from "wouter";
import { State } from "../../kit/State.tsx";
import { clock, money, useTranslation } from "../../kit/text.ts";
import { customerOf } from "../../parts/orders/customer.ts";
import { countedName } from "../../parts/products/ItemWishes.tsx";
import { PaymentChip } from "../../parts/orders/PaymentChip.tsx";
import { isFinal, orderStatuses } from "../../parts/orders/statuses.ts";
import type { Order } from "../../parts/orders/types.ts";
import { wantedState, wantedText } from "../../parts/orders/wanted.ts";
import { itemText } from "../../parts/products/amounts.ts";

/** A card names at most so many items. */
const named = 3;

/** An order on the board: what is in it, for when, how it gets to its customer, and its money. */
export function OrderCard({ card: order, tabIndex }: { card: Order; tabIndex: number }) {
  useSignals();
  const { t } = useTranslation();
  const items = order.orderItems.slice(0, named);
  const more = order.orderItems.length - named;
  const isOver = isFinal(order, orderStatuses.rows.value ?? []);
  if (isOver) return <OverCard order={order} tabIndex={tabIndex} />;
  return (
    <div className="px-3 py-2.5">
      <p className="flex items-baseline gap-2 pr-6">
        <Link
          href={`/orders/${order.id}`}
          tabIndex={tabIndex}
          aria-label={t("orders.openOne", { number: order.number })}
          className="link link-primary tabular inline-flex min-h-6 items-center font-semibold no-underline hover:underline"
        >
          {order.number}
        </Link>
        <span className="min-w-0 flex-1 truncate font-medium">{customerOf(order)}</span>
        <Waiting order={order} />
      </p>
      <p className="text-muted text-small mt-0.5 line-clamp-2">
        {items.map(withOptions).join(", ")}
        {more > 0 && ` ${t("orders.board.more", { count: more })}`}
      </p>
      {order.orderItems.some(({ note }) => note !== "") && (
        <p className="text-small mt-0.5 font-medium break-words">
          {order.orderItems.flatMap(({ note }) => (note ? [note] : [])).join(" · ")}
        </p>
      )}
      {order.notes && (
        <p className="text-small mt-1 flex gap-1.5 font-medium break-words">
          <StickyNote size={14} aria-label={t("orders.notes")} className="mt-0.5 shrink-0" />
          {order.notes}
        </p>
      )}
      <p className="text-small border-line mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 border-t pt-2">
        <When order={order} />
        <How order={order} />
      </p>
      <p className="mt-1.5 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span>{order.paymentState && <PaymentChip order={order} />}</span>
        <span className="tabular ml-auto shrink-0 font-semibold">{money(order.total)}</span>
      </p>
    </div>
  );
}

/** An order that is over has one line, and its debt where there is one. */
function OverCard({ order, tabIndex }: { order: Order; tabIndex: number }) {
  const { t } = useTranslation();
  return (
    <div className="px-3 py-1.5 pr-9">
      <p className="flex items-baseline gap-2">
        <Link
          href={`/orders/${order.id}`}
          tabIndex={tabIndex}
          aria-label={t("orders.openOne", { number: order.number })}
          className="link link-primary tabular inline-flex min-h-6 items-center font-semibold no-underline hover:underline"
        >
          {order.number}
        </Link>
        <span className="text-small min-w-0 flex-1 truncate">{customerOf(order)}</span>
        <span className="text-small tabular shrink-0">{money(order.total)}</span>
      </p>
      {Number(order.owed) > 0 && (
        <p className="mb-1">
          <PaymentChip order={order} />
        </p>
      )}
    </div>
  );
}

function withOptions(item: Order["orderItems"][number]) {
  const options = item.options.map(countedName).join(", ");
  return options ? `${itemText(item)} (${options})` : itemText(item);
}

/** The minutes since the sale. With a wanted time that time carries the alarm. */
function Waiting({ order: { emission } }: { order: Order }) {
  useSignals();
  const { t } = useTranslation();
  const minutes = Math.floor((clock.value - new Date(emission).getTime()) / 60_000);
  if (minutes < 1 || minutes >= 24 * 60) return null;
  return (
    <State tone="quiet" icon={Hourglass}>
      {t("common.minutes", { n: minutes })}
    </State>
  );
}

function When({ order: { wantedAt } }: { order: Order }) {
  useSignals();
  const text = wantedText(wantedAt);
  const state = wantedAt !== null ? wantedState(wantedAt) : null;
  if (state?.text)
    return (
      <State tone={state.tone} icon={Clock}>
        {text} · {state.text}
      </State>
    );
  return (
    <span className="tabular inline-flex items-center gap-1">
      <Clock size={14} aria-hidden className="text-muted" />
      {text}
    </span>
  );
}

function How({ order }: { order: Order }) {
  const { t } = useTranslation();
  const isBrought = order.typeRoute === "ENTREGA";
  const Icon = isBrought ? Bike : Store;
  return (
    <span className="text-muted inline-flex min-w-0 items-center gap-1">
      <Icon size={15} aria-label={t(`orders.routes.${order.typeRoute}`)} className="shrink-0" />
      <span className="truncate">
        {!isBrought ? (
          order.store.name
        ) : order.courier ? (
          order.courier.name
        ) : (
          <span className="text-waiting">{t("orders.courier.none")}</span>
        )}
      </span>
    </span>
  );
}
