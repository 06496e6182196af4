import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Order } from "./types.ts";
import "./texts.ts";

type Props = {
  order: Pick<Order, "id" | "number" | "contact">;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Deletes an order after a question. Its stock and its coupon go back. */
export function DeleteOrder({ order, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDelete
      path={`/orders/${order.id}`}
      text={t("orders.deleteText", {
        number: order.number,
        contact: order.contact?.name ?? t("orders.nobody"),
      })}
      said={t("orders.deleted")}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}
