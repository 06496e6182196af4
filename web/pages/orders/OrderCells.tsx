import { Clock } from "lucide-react";
import { Link } from "wouter";
import { deduction, money, t, timeOrDateTime } from "../../kit/text.ts";
import { customerOf } from "../../parts/orders/customer.ts";
import type { Order } from "../../parts/orders/types.ts";
import { wantedText } from "../../parts/orders/wanted.ts";

export function numberAndDate({ id, number, emission }: Order) {
  return (
    <span className="inline-flex flex-col">
      <Link
        href={`/orders/${id}`}
        data-main
        className="link link-primary tabular inline-flex min-h-6 items-center font-semibold no-underline hover:underline"
      >
        {number}
      </Link>
      <time dateTime={emission} className="text-muted text-small tabular whitespace-nowrap">
        {timeOrDateTime(emission)}
      </time>
    </span>
  );
}

/** The customer, and below them the wanted time. */
export function customerAndTime(order: Order) {
  return (
    <span className="inline-flex min-w-0 flex-col">
      <span className="line-clamp-2 break-words">{customerOf(order)}</span>
      {order.wantedAt && (
        <span className="text-small tabular inline-flex items-center gap-1 whitespace-nowrap">
          <Clock size={14} aria-label={t("orders.wanted.title")} className="text-muted" />
          {wantedText(order.wantedAt)}
        </span>
      )}
    </span>
  );
}

/**
 * Shows the discount below the subtotal, so that a row adds up to its total. rules.md#shown-sums
 */
export function subTotalAndDiscount({ subTotal, discount }: Order) {
  if (Number(discount) === 0) return money(subTotal);
  return (
    <span className="inline-flex flex-col whitespace-nowrap">
      {money(subTotal)}
      <span className="text-muted text-small" title={t("orders.discount")}>
        <span className="sr-only">{t("orders.discount")} </span>
        {deduction(discount)}
      </span>
    </span>
  );
}
