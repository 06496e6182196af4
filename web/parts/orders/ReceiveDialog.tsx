import { useSignals } from "@preact/signals-react/runtime";
import { WalletCards } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { cashId } from "../../../src/shared/payments.ts";
import { splitHanded } from "../../../src/shared/receipts.ts";
import { useChoices } from "../../forms/choices.ts";
import { api } from "../../kit/api.ts";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { LoadingOrder } from "./LoadingOrder.tsx";
import { MethodButton, methodIcon } from "./MethodButton.tsx";
import { Paid } from "./Paid.tsx";
import { payments } from "./payments.ts";
import { ReceivedSums } from "./ReceivedSums.tsx";
import { handedSums, methodsOf, owedOf } from "./receive.ts";
import type { FullOrder, Order, Payment } from "./types.ts";
import { useOrder } from "./use-order.ts";
import "./texts.ts";
import { AmountField, ToCredit } from "./ReceiveAmount.tsx";

/** Receives money for an order, by one method or several. rules.md#receipts */
export function ReceiveDialog({
  id,
  number,
  onClose,
}: Pick<Order, "id" | "number"> & { onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const { order, failed, isGone, read } = useOrder(id);
  useChoices(payments);
  const title = t("orders.receive.of", { number });
  const methods = payments.rows.value;
  if (order && methods && !isGone)
    return <ReceiveView order={order} methods={methods} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose} size="small">
      {failed ? (
        <LoadError title={t("orders.failed")} error={failed} onRetry={read} />
      ) : (
        <LoadingOrder />
      )}
    </Dialog>
  );
}

type ViewProps = { order: FullOrder; methods: Payment[]; onClose: () => void };

/** The credit of the contact, beside the methods. */
const credit = 0;

export function ReceiveView({ order, methods, onClose }: ViewProps) {
  const { t, tag } = useTranslation();
  const owed = owedOf(order);
  const withLetters = methodsOf(methods);
  const [chosen, setChosen] = useState(() => withLetters[0]?.payment.id ?? credit);
  const [typed, setTyped] = useState(() => decimalText(Number(owed), tag));
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [change, setChange] = useState("0.00");
  const post = useReceipts(order.id);
  const input = useRef<HTMLInputElement>(null);

  // Another method, or another person's receipt, fills in what is owed now.
  useEffect(() => {
    const most = chosen === credit ? Math.min(centsOf(owed), centsOf(order.credit)) : centsOf(owed);
    setTyped(decimalText(most / 100, tag));
    setError(null);
    requestAnimationFrame(() => input.current?.select());
  }, [owed, chosen]);

  const method = methods.find(({ id }) => id === chosen);
  const isCash = method?.typePaymentId === cashId;
  const handed = Math.round((decimalOf(typed, tag) ?? 0) * 100);
  const split = splitHanded({
    handed,
    owed: centsOf(owed),
    isCash,
    hasContact: order.contactId !== null,
  });

  const receive = async () => {
    if (busy) return;
    if (handed === 0) return setError(t("orders.receive.noAmount"));
    setBusy(true);
    try {
      const after = await post(chosen, handed, owed);
      setChange(amountOf(centsOf(change) + split.change));
      toast.success(t("orders.receive.done", { amount: money(amountOf(split.value)) }));
      if (Number(after.owed) === 0 && split.change === 0) onClose();
    } catch (refused) {
      setError(refused);
      input.current?.select();
    } finally {
      setBusy(false);
    }
  };

  if (Number(owed) === 0) return <Paid order={order} change={change} onClose={onClose} />;
  return (
    <Dialog
      title={t("orders.receive.of", { number: order.number })}
      onClose={onClose}
      footer={<Submit split={split} busy={busy} />}
    >
      <form
        id="receive"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => (event.preventDefault(), void receive())}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const letter = event.key.toUpperCase();
          const pressed = withLetters.find((each) => each.letter === letter);
          if (pressed) setChosen(pressed.payment.id);
          else if (letter === "F" && order.contactId !== null) onClose();
          else return;
          event.preventDefault();
        }}
      >
        <ReceivedSums order={order} owed={owed} />
        <Methods
          order={order}
          methods={withLetters}
          chosen={chosen}
          onChoose={setChosen}
          onLater={onClose}
        />
        <div>
          <AmountField
            input={input}
            typed={typed}
            error={error}
            sums={isCash ? handedSums(owed) : []}
            handed={handed}
            onType={(text) => {
              setTyped(text);
              setError(null);
            }}
            onSum={(sum) => {
              setTyped(decimalText(Number(sum), tag));
              input.current?.focus();
            }}
          />
          <ToCredit cents={split.value - centsOf(owed)} />
        </div>
      </form>
    </Dialog>
  );
}

/** Sends receipts. The same receipt sent again has the same id, so that it counts once. */
function useReceipts(orderId: number) {
  const attempt = useRef({ content: "", id: "" });
  return (chosen: number, handed: number, owed: string) => {
    const content = JSON.stringify([chosen, handed, owed]);
    if (attempt.current.content !== content) attempt.current = { content, id: newId() };
    const body = { value: amountOf(handed), clientId: attempt.current.id };
    return api.post<FullOrder>(
      `/orders/${orderId}/receipts`,
      chosen === credit ? { ...body, credit: true } : { ...body, paymentId: chosen },
    );
  };
}

type Split = ReturnType<typeof splitHanded>;

function Submit({ split, busy }: { split: Split; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="flex w-full flex-col gap-3">
      {split.change > 0 && (
        <p className="tabular flex items-baseline justify-between gap-3">
          <span className="text-title font-semibold">{t("orders.receive.change")}</span>
          <span className="text-4xl font-semibold">{money(amountOf(split.change))}</span>
        </p>
      )}
      <button type="submit" form="receive" className="btn btn-primary h-12" disabled={busy}>
        {t("orders.receive.submit", { amount: money(amountOf(split.value)) })}
        <kbd className="kbd kbd-sm text-base-content font-sans max-phone:hidden">Enter</kbd>
      </button>
    </div>
  );
}

type MethodsProps = {
  order: FullOrder;
  methods: ReturnType<typeof methodsOf>;
  chosen: number;
  onChoose: (id: number) => void;
  onLater: () => void;
};

function Methods({ order, methods, chosen, onChoose, onLater }: MethodsProps) {
  const { t } = useTranslation();
  return (
    <div role="radiogroup" aria-label={t("orders.payment")} className="grid grid-cols-2 gap-2">
      {methods.map(({ payment, letter }) => (
        <MethodButton
          key={payment.id}
          icon={methodIcon(payment)}
          letter={letter}
          isChosen={payment.id === chosen}
          onChoose={() => onChoose(payment.id)}
        >
          {payment.name}
        </MethodButton>
      ))}
      {Number(order.credit) > 0 && (
        <MethodButton
          icon={WalletCards}
          letter={null}
          isChosen={chosen === credit}
          onChoose={() => onChoose(credit)}
        >
          {t("orders.receive.credit", { amount: money(order.credit) })}
        </MethodButton>
      )}
      {order.contactId !== null && (
        <MethodButton icon={WalletCards} letter="F" isChosen={false} onChoose={onLater}>
          {t("orders.receive.later")}
        </MethodButton>
      )}
    </div>
  );
}

// Plain http pages have no randomUUID.
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
