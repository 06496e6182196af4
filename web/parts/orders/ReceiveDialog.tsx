import { useSignals } from "@preact/signals-react/runtime";
import { WalletCards } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { cashId } from "../../../src/shared/payments.ts";
import { splitHanded } from "../../../src/shared/receipts.ts";
import { useChoices } from "../../forms/choices.ts";
import { api, ApiError } from "../../kit/api.ts";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { errorText, money, useTranslation } from "../../kit/text.ts";
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
  const attempt = useRef({ content: "", id: "" });
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
    const content = JSON.stringify([chosen, handed, owed]);
    if (attempt.current.content !== content) attempt.current = { content, id: newId() };
    const { id: clientId } = attempt.current;
    setBusy(true);
    try {
      const body = { value: amountOf(handed), clientId };
      const after = await api.post<FullOrder>(
        `/orders/${order.id}/receipts`,
        chosen === credit ? { ...body, credit: true } : { ...body, paymentId: chosen },
      );
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
      footer={
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
      }
    >
      <form
        id="receive"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void receive();
        }}
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
        <div role="radiogroup" aria-label={t("orders.payment")} className="grid grid-cols-2 gap-2">
          {withLetters.map(({ payment, letter }) => (
            <MethodButton
              key={payment.id}
              icon={methodIcon(payment)}
              letter={letter}
              isChosen={payment.id === chosen}
              onChoose={() => setChosen(payment.id)}
            >
              {payment.name}
            </MethodButton>
          ))}
          {Number(order.credit) > 0 && (
            <MethodButton
              icon={WalletCards}
              letter={null}
              isChosen={chosen === credit}
              onChoose={() => setChosen(credit)}
            >
              {t("orders.receive.credit", { amount: money(order.credit) })}
            </MethodButton>
          )}
          {order.contactId !== null && (
            <MethodButton icon={WalletCards} letter="F" isChosen={false} onChoose={onClose}>
              {t("orders.receive.later")}
            </MethodButton>
          )}
        </div>
        <div>
          <label htmlFor="received" className="text-small mb-1 block font-medium">
            {t("orders.receive.amount")}
          </label>
          <span className={`input input-lg w-full ${error ? "input-error" : ""}`}>
            <span className="text-muted">R$</span>
            <input
              id="received"
              ref={input}
              data-autofocus
              inputMode="decimal"
              autoComplete="off"
              className="tabular text-right font-semibold"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? "received-error" : undefined}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setError(null);
              }}
            />
          </span>
          {error !== null && <Refusal error={error} />}
          {isCash && (
            <div className="mt-2 grid grid-cols-4 gap-2">
              {handedSums(owed).map((sum) => (
                <button
                  key={sum}
                  type="button"
                  className={`btn btn-sm tabular font-normal ${centsOf(sum) === handed ? "btn-soft btn-primary" : ""}`}
                  onClick={() => {
                    setTyped(decimalText(Number(sum), tag));
                    input.current?.focus();
                  }}
                >
                  {decimalText(Number(sum), tag)}
                </button>
              ))}
            </div>
          )}
          {split.value > centsOf(owed) && (
            <p className="text-muted text-small mt-2">
              {t("orders.receive.toCredit", {
                amount: money(amountOf(split.value - centsOf(owed))),
              })}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const isTill = error instanceof ApiError && error.code === "ERR_NO_TILL";
  const isField = error instanceof ApiError && error.fields.value !== undefined;
  return (
    <p id="received-error" role="alert" className="text-error text-small mt-1">
      {isField ? t("orders.receive.noAmount") : errorText(error)}
      {isTill && (
        <>
          {" "}
          <Link href="/tills" className="link">
            {t("orders.receive.openTill")}
          </Link>
        </>
      )}
    </p>
  );
}

// Plain http pages have no randomUUID.
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
