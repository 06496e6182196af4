import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { PaymentChip } from "./PaymentChip.tsx";
import { ReceiveDialog } from "./ReceiveDialog.tsx";
import type { Order } from "./types.ts";
import "./texts.ts";

/** The payment state of an order beside its conversation, and the button to receive. */
export function OrderPayment({ order }: { order: Order }) {
  useSignals();
  const { t } = useTranslation();
  const [isReceiving, setIsReceiving] = useState(false);
  if (!order.paymentState) return null;
  return (
    <>
      <p className="flex min-h-8 items-center gap-2 px-2">
        <PaymentChip order={order} />
        {Number(order.owed) > 0 && can("orders.write") && (
          <button
            type="button"
            className="btn btn-ghost btn-sm ml-auto font-normal"
            aria-label={t("orders.receive.of", { number: order.number })}
            onClick={() => setIsReceiving(true)}
          >
            {t("orders.receive.title")}
          </button>
        )}
      </p>
      {isReceiving && <ReceiveDialog {...order} onClose={() => setIsReceiving(false)} />}
    </>
  );
}
