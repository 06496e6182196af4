import { CircleCheck } from "lucide-react";
import { Dialog } from "../../kit/Dialog.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

/** The order is paid: the change is the largest thing. */
export function Paid({
  order,
  change,
  onClose,
}: {
  order: FullOrder;
  change: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("orders.receive.paid", { number: order.number })}
      onClose={onClose}
      size="small"
      footer={
        <button
          type="button"
          data-autofocus
          className="btn btn-primary h-12 w-full"
          onClick={onClose}
        >
          {t("orders.receive.end")}
        </button>
      }
    >
      <p className="flex items-center gap-2">
        <CircleCheck size={20} aria-hidden className="text-primary" />
        {t("orders.receive.received", { amount: money(order.received) })}
      </p>
      {Number(change) > 0 && (
        <p className="tabular mt-4 flex items-baseline justify-between gap-3">
          <span className="text-title font-semibold">{t("orders.receive.change")}</span>
          <span className="text-[2.75rem] leading-12 font-semibold">{money(change)}</span>
        </p>
      )}
    </Dialog>
  );
}
