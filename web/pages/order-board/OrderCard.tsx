import { useSignals } from "@preact/signals-react/runtime";
import { Bike, Store } from "lucide-react";
import { Link } from "wouter";
import { money, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { countedName } from "../../parts/products/ItemWishes.tsx";
import { itemText } from "../../parts/products/amounts.ts";
import { PaymentChip } from "../../parts/orders/PaymentChip.tsx";
import type { Order } from "../../parts/orders/types.ts";

/** A card names at most so many items. */
const named = 3;

/** An order on the board: number, contact, items, delivery or pickup, time, store, and total. */
export function OrderCard({ card: order, tabIndex }: { card: Order; tabIndex: number }) {
  useSignals();
  const { t } = useTranslation();
  const Route = order.typeRoute === "ENTREGA" ? Bike : Store;
  const items = order.orderItems.slice(0, named);
  const more = order.orderItems.length - named;
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
        <span className="min-w-0 flex-1 truncate font-medium">
          {order.contact?.name ?? t("orders.nobody")}
        </span>
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
      <p className="text-small mt-1.5 flex items-center gap-1.5">
        <Route
          size={15}
          aria-label={t(`orders.routes.${order.typeRoute}`)}
          className="text-muted shrink-0"
        />
        <span className="text-muted min-w-0 flex-1 truncate">
          <time dateTime={order.emission}>{timeOrDateTime(order.emission)}</time> ·{" "}
          {order.store.name}
        </span>
        {!order.paymentState && (
          <span className="tabular shrink-0 font-semibold">{money(order.total)}</span>
        )}
      </p>
      {order.paymentState && (
        <p className="mt-1.5 flex items-center justify-between gap-2">
          <PaymentChip order={order} />
          <span className="tabular shrink-0 font-semibold">{money(order.total)}</span>
        </p>
      )}
    </div>
  );
}

function withOptions(item: Order["orderItems"][number]) {
  const options = item.options.map(countedName).join(", ");
  return options ? `${itemText(item)} (${options})` : itemText(item);
}
