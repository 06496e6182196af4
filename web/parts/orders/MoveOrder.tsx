import { useState } from "react";
import { Confirm } from "../../kit/Confirm.tsx";
import { useTranslation } from "../../kit/text.ts";
import { moveOrder } from "./move-order.ts";
import { orderStatuses, tellsCustomer } from "./statuses.ts";
import type { FullOrder, Order, OrderStatus } from "./types.ts";
import { customerOf } from "./customer.ts";
import "./texts.ts";

type Asked = { order: Order; status: OrderStatus; answer: (isYes: boolean) => void };

/** Changes orders' status; `question` asks before a cancellation. */
export function useMoveOrder(onMoved: (order: FullOrder) => void) {
  const [pending, setPending] = useState<Asked | null>(null);

  /** False when the user cancels the question. */
  const move = async (order: Order, statusId: number): Promise<boolean> => {
    const status = orderStatuses.rows.peek()?.find(({ id }) => id === statusId);
    const isCancelled = status?.isCancelled && order.cancelledAt === null;
    // A new question cancels the previous one: that order keeps its status.
    if (
      isCancelled &&
      !(await new Promise<boolean>((answer) =>
        setPending((before) => (before?.answer(false), { order, status, answer })),
      ))
    )
      return false;
    await moveOrder(order.id, statusId, onMoved);
    return true;
  };

  const close = () => {
    pending?.answer(false);
    setPending(null);
  };
  return { move, question: pending && <CancelOrder {...pending} onClose={close} /> };
}

function CancelOrder({ order, status, answer, onClose }: Asked & { onClose: () => void }) {
  const { t } = useTranslation();
  const text = t("orders.cancelText", { contact: customerOf(order) });
  return (
    <Confirm
      title={t("orders.cancelQuestion", { number: order.number, status: status.name })}
      text={text}
      action={t("orders.cancelIt")}
      back={t("orders.keepIt")}
      onConfirm={() => answer(true)}
      onClose={onClose}
    >
      {tellsCustomer(status) && <p className="mt-2">{t("orders.tells")}.</p>}
    </Confirm>
  );
}
