import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import type { Order } from "./types.ts";
import { customerOf } from "./customer.ts";
import "./texts.ts";

type Props = {
  order: Pick<Order, "id" | "number" | "contact" | "channel">;
  onClose: () => void;
  onDeleted?: () => void;
};

const fields: Field[] = [
  { name: "reason", label: "orders.deleteReason", required: true, min: 3, max: 255 },
];

/** Deletes an order for a reason. Its stock and its coupon are released. rules.md#deleted-orders */
export function DeleteOrder({ order, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const text = t("orders.deleteText", {
    number: order.number,
    contact: customerOf(order),
  });
  return (
    <RowDialog
      title={t("common.deleteQuestion")}
      size="small"
      listing={{ fields, preview: () => <p className="break-words">{text}</p> }}
      values={{ reason: "" }}
      submit={t("common.delete")}
      onSave={async ({ reason }) => {
        await api.del(`/orders/${order.id}?${new URLSearchParams({ reason: String(reason) })}`);
        toast.success(t("orders.deleted"));
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
