import { useSignals } from "@preact/signals-react/runtime";
import { Banknote, CircleCheck, CircleDashed, QrCode, Undo2 } from "lucide-react";
import { useState } from "react";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import type { Field } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { api } from "../../kit/api.ts";
import { decimalText } from "../../kit/decimal.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { deduction, money, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { PaymentLines } from "./PaymentLines.tsx";
import { PixDialog } from "./PixDialog.tsx";
import { ReceiveDialog } from "./ReceiveDialog.tsx";
import { owedOf } from "./receive.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

type Receipt = FullOrder["receipts"][number];

/** The money of an order: what came, what is owed, and what was agreed. rules.md#receipts */
export function OrderMoney({ order }: { order: FullOrder }) {
  useSignals();
  const { t } = useTranslation();
  const [isReceiving, setIsReceiving] = useState(false);
  const [isPixOpen, setIsPixOpen] = useState(false);
  const [refunding, setRefunding] = useState<Receipt | null>(null);
  const owed = owedOf(order);
  const mayWrite = can("orders.write");
  // An order that is older than receipts may be paid.
  const hasPix = Number(order.owed) > 0 && (order.pixGateway || order.pixCode !== null);
  return (
    <>
      {order.receipts.length > 0 && (
        <p className="tabular">
          <span className="text-title font-semibold">{money(order.received)}</span>{" "}
          <span className="text-muted">
            {t("orders.receive.ofTotal", { total: money(order.total) })}
          </span>
        </p>
      )}
      <ul className="divide-line divide-y">
        {order.receipts.map((receipt) => (
          <ReceiptLine
            key={receipt.id}
            receipt={receipt}
            onRefund={mayRefund(order, receipt) ? () => setRefunding(receipt) : undefined}
          />
        ))}
        {Number(owed) > 0 && (
          <li className="flex items-start gap-3 py-2">
            <CircleDashed size={18} aria-hidden className="text-muted mt-0.5 shrink-0" />
            <span className="min-w-0 flex-1">
              {t("orders.receive.owed")}
              <span className="text-muted text-small block">
                {order.payments.map((payment, index) => (
                  <PaymentLines key={index} payment={payment} />
                ))}
              </span>
            </span>
            <span className="tabular text-waiting font-semibold">{money(owed)}</span>
          </li>
        )}
      </ul>
      {mayWrite && Number(owed) > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          <button
            type="button"
            className="btn flex-1 flex-nowrap"
            onClick={() => setIsReceiving(true)}
          >
            <Banknote size={18} aria-hidden />
            {t("orders.receive.title")}
          </button>
          {hasPix && (
            <button
              type="button"
              className="btn flex-1 flex-nowrap"
              onClick={() => setIsPixOpen(true)}
            >
              <QrCode size={18} aria-hidden />
              {t("orders.receive.pixAgain")}
            </button>
          )}
        </div>
      )}
      {isPixOpen && <PixDialog order={order} onClose={() => setIsPixOpen(false)} />}
      {isReceiving && <ReceiveDialog {...order} onClose={() => setIsReceiving(false)} />}
      {refunding && (
        <RefundDialog order={order} receipt={refunding} onClose={() => setRefunding(null)} />
      )}
    </>
  );
}

function ReceiptLine({ receipt, onRefund }: { receipt: Receipt; onRefund?: () => void }) {
  const { t } = useTranslation();
  const { payment, user, at, note, value, change, refundOf, isCredit } = receipt;
  const isRefund = refundOf !== null;
  const Icon = isRefund ? Undo2 : CircleCheck;
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon
        size={18}
        aria-hidden
        className={`mt-0.5 shrink-0 ${isRefund ? "text-muted" : "text-primary"}`}
      />
      <span className="min-w-0 flex-1">
        {isRefund ? t("orders.receive.refundBy", { method: payment.name }) : payment.name}
        {isCredit && ` · ${t("orders.receive.byCredit")}`}
        {note && <span className="break-words">, {note}</span>}
        <span className="text-muted text-small block">
          <time dateTime={at}>{timeOrDateTime(at)}</time> ·{" "}
          {receipt.byGateway ? t("orders.receive.byGateway") : (user?.name ?? t("common.someone"))}
          {Number(change) > 0 && ` · ${t("orders.receive.changeOf", { amount: money(change) })}`}
        </span>
      </span>
      <span className="tabular whitespace-nowrap">
        {isRefund ? deduction(amountOf(-centsOf(value))) : money(value)}
      </span>
      {onRefund && (
        <IconButton label={t("orders.receive.refund")} icon={Undo2} onClick={onRefund} />
      )}
    </li>
  );
}

/** Refunds a part of a receipt, or all that is left of it. */
function RefundDialog({
  order,
  receipt,
  onClose,
}: {
  order: FullOrder;
  receipt: Receipt;
  onClose: () => void;
}) {
  const { t, tag } = useTranslation();
  return (
    <RowDialog
      title={t("orders.receive.refund")}
      size="small"
      listing={{ fields: refundFields }}
      values={{ value: decimalText(leftOf(order, receipt) / 100, tag), reason: "" }}
      submit={t("orders.receive.refund")}
      onSave={async (values) => {
        const path = `/orders/${order.id}/receipts/${receipt.id}/refund`;
        await api.post(path, toRequestBody(refundFields, values));
        toast.success(t("orders.receive.refunded"));
      }}
      onClose={onClose}
    />
  );
}

const refundFields: Field[] = [
  {
    name: "value",
    label: "orders.receive.refundValue",
    type: "money",
    required: true,
    min: 0.01,
    messages: { invalid: "orders.receive.tooMuch" },
  },
  { name: "reason", label: "orders.receive.reason", required: true, min: 3, max: 255 },
];

const leftOf = ({ receipts }: FullOrder, { id, value }: Receipt) =>
  receipts
    .filter(({ refundOf }) => refundOf === id)
    .reduce((left, refund) => left + centsOf(refund.value), centsOf(value));

/** The server refuses users on another day too. */
function mayRefund(order: FullOrder, receipt: Receipt) {
  if (!can("orders.write") || receipt.refundOf !== null || leftOf(order, receipt) <= 0)
    return false;
  if (me.value?.profile === "admin") return true;
  return !receipt.isCredit && receipt.user?.id === me.value?.id;
}
