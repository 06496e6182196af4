import { CircleCheck } from "lucide-react";
import { money, useTranslation } from "../../kit/text.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

/** The total, each receipt, and the rest that is owed. */
export function ReceivedSums({ order, owed }: { order: FullOrder; owed: string }) {
  const { t } = useTranslation();
  return (
    <div className="bg-base-200 border-line tabular rounded-card border px-4 py-3">
      <p className="flex justify-between gap-3">
        <span className="text-muted">{t("orders.total")}</span>
        {money(order.total)}
      </p>
      {order.receipts.map((receipt) => (
        <p key={receipt.id} className="mt-1 flex items-center gap-2">
          <CircleCheck size={16} aria-hidden className="text-primary shrink-0" />
          <span className="min-w-0 flex-1 truncate">{receipt.payment.name}</span>
          {money(receipt.value)}
        </p>
      ))}
      <p className="border-line mt-2 flex items-baseline justify-between gap-3 border-t pt-2">
        <span className="font-semibold">{t("orders.receive.owed")}</span>
        <span className="text-[1.75rem] leading-8 font-semibold">{money(owed)}</span>
      </p>
    </div>
  );
}
