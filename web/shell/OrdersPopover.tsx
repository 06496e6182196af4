import { useSignals } from "@preact/signals-react/runtime";
import { ShoppingBag } from "lucide-react";
import { Link } from "wouter";
import { money, relative, useTranslation } from "../kit/text.ts";
import type { Order } from "../parts/orders/types.ts";
import {
  isMorePending,
  pendingFailed,
  pendingOrders,
  readPendingOrders,
  sellsHere,
} from "./pending-orders.ts";
import { PopoverList } from "./PopoverList.tsx";

/** The pending orders. */
export function OrdersPopover() {
  useSignals();
  const { t } = useTranslation();
  if (!sellsHere.value) return null;
  const rows = pendingOrders.value;
  const title = t("menu.orders.title");
  return (
    <PopoverList
      title={title}
      label={rows.length > 0 ? t("menu.orders.some", { count: rows.length }) : title}
      icon={ShoppingBag}
      badge={rows.length}
      rows={rows}
      row={(order) => <PendingOrder order={order} />}
      none={t("menu.orders.none")}
      onRetry={pendingFailed.value && (() => void readPendingOrders())}
      all={{ href: "/kanbanOrders", label: t("menu.orders.board") }}
    >
      {isMorePending.value && (
        <p className="text-muted text-small border-line border-t px-4 py-2">
          {t("menu.orders.partly", { count: rows.length })}
        </p>
      )}
    </PopoverList>
  );
}

export function PendingOrder({ order }: { order: Order }) {
  useSignals();
  const { t } = useTranslation();
  const { id, number, contact, emission, orderItems, total, store } = order;
  return (
    <Link href={`/orders/${id}`} data-closes className="menu-item block! py-2!">
      <span className="flex items-baseline gap-2">
        <span className="tabular text-primary shrink-0 font-semibold">{number}</span>
        <span className="min-w-0 flex-1 truncate font-semibold">
          {contact?.name ?? t("menu.orders.nobody")}
        </span>
        <time dateTime={emission} className="text-muted shrink-0 text-xs">
          {relative(emission)}
        </time>
      </span>
      <span className="text-small block truncate">
        {orderItems
          .map(
            ({ amount, unit, product }) =>
              `${amount} ${unit === "un" ? "×" : unit} ${product.name}`,
          )
          .join(", ")}
      </span>
      <span className="text-muted flex gap-2 text-xs">
        <span className="min-w-0 flex-1 truncate">{store.name}</span>
        <span className="tabular shrink-0 font-medium">{money(total)}</span>
      </span>
    </Link>
  );
}
