import { Check, Undo2 } from "lucide-react";
import { State } from "../../kit/State.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import type { Order } from "./types.ts";
import "./texts.ts";

type Props = {
  order: Pick<Order, "paymentState" | "owed">;
  /** Says the state alone, beside other amounts. */
  short?: boolean;
};

/** Whether an order is paid, or what it still owes. Nothing for an order from before receipts. */
export function PaymentChip({ order: { paymentState, owed }, short = false }: Props) {
  const { t } = useTranslation();
  if (paymentState === null) return null;
  if (paymentState === "paid")
    return (
      <State tone="ok" icon={Check}>
        {t("orders.paid.paid")}
      </State>
    );
  if (paymentState === "refunded")
    return (
      <State tone="quiet" icon={Undo2}>
        {t("orders.paid.refunded")}
      </State>
    );
  if (short) return <State tone="line">{t(`orders.paid.${paymentState}`)}</State>;
  return (
    <State tone="line">
      {t(`orders.paid.${paymentState === "partial" ? "rest" : "owes"}`, { amount: money(owed) })}
    </State>
  );
}
