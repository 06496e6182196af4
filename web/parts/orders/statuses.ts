import { MessageSquareShare } from "lucide-react";
import { isBlank } from "../../../src/shared/text.ts";
import { choices } from "../../forms/choices.ts";
import { t } from "../../kit/text.ts";
import type { Order, OrderStatus } from "./types.ts";
import "./texts.ts";

/** The company's order statuses. Null until loaded. */
export const orderStatuses = choices<OrderStatus>("/orderStatus/list", "orderStatus");

/** Statuses in the order of work: by code; those without one are last. */
export const inOrder = (statuses: OrderStatus[]) =>
  statuses.toSorted(
    (one, other) => (one.code ?? Infinity) - (other.code ?? Infinity) || one.id - other.id,
  );

/** Whether this status sends a text to the order's customer. rules.md#order-texts */
export const tellsCustomer = ({ message }: OrderStatus) => !isBlank(message ?? "");

/** The hint, where users choose a status, that the customer will be notified. */
export const effectOf = (status: OrderStatus) =>
  tellsCustomer(status) ? { icon: MessageSquareShare, text: t("orders.tells") } : undefined;

/**
 * Whether an order's items and terms can no longer change. True for a cancelled order, an erased
 * customer, and the last status that is not a cancellation. rules.md#final-orders
 */
export function isFinal(
  { cancelledAt, contactId, channel, statusId }: Order,
  statuses: OrderStatus[],
) {
  const steps = inOrder(statuses).filter(({ isCancelled }) => !isCancelled);
  return (
    cancelledAt !== null ||
    (contactId === null && channel === "WHATSAPP") ||
    (steps.length > 1 && steps.at(-1)?.id === statusId)
  );
}
