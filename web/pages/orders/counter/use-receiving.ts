import { useEffect, useRef, useState } from "react";
import type { Quote } from "../../../../src/pricing/terms.ts";
import { cashId } from "../../../../src/shared/payments.ts";
import { splitHanded } from "../../../../src/shared/receipts.ts";
import { ApiError } from "../../../kit/api.ts";
import { decimalOf, decimalText } from "../../../kit/decimal.ts";
import { useTranslation } from "../../../kit/text.ts";
import type { BudgetDraft } from "../../../parts/budgets/draft.ts";
import { readPrices } from "../../../parts/budgets/lines.ts";
import { refusalLines } from "../../../parts/budgets/refusal.ts";
import { methodsOf } from "../../../parts/orders/receive.ts";
import type { Payment } from "../../../parts/orders/types.ts";
import { type Done, type Handed, sell } from "./sale.ts";

export type ReceivingProps = {
  sale: BudgetDraft;
  quoted: Quote;
  methods: Payment[];
  onDone: (done: Done, withPaper: boolean) => void;
};

/** The money of a sale while it comes in. Sells once all of it is there. */
export function useReceiving({ sale, quoted, methods, onDone }: ReceivingProps) {
  const { t, tag } = useTranslation();
  const withLetters = methodsOf(methods);
  const [chosen, setChosen] = useState(() => withLetters[0]?.payment.id ?? 0);
  const [handed, setHanded] = useState<Handed[]>([]);
  const received = handed.reduce((sum, { cents }) => sum + cents, 0);
  const owed = Math.max(0, quoted.total - received);
  const [typed, setTyped] = useState(() => decimalText(owed / 100, tag));
  const [error, setError] = useState<unknown>(null);
  const [lines, setLines] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hasContact = sale.contactId !== null;

  useEffect(() => {
    setTyped(decimalText(owed / 100, tag));
    setError(null);
    requestAnimationFrame(() => input.current?.select());
  }, [owed, chosen]);

  const method = methods.find(({ id }) => id === chosen);
  const isCash = method?.typePaymentId === cashId;
  const cents = Math.round((decimalOf(typed, tag) ?? 0) * 100);
  const split = splitHanded({ handed: cents, owed, isCash, hasContact });

  const end = async (
    all: Handed[],
    change: number,
    withPaper: boolean,
    method: number | null = chosen,
  ) => {
    setBusy(true);
    setError(null);
    setLines([]);
    try {
      const order = await sell(quoted, all, method);
      onDone({ order, change, sale, quoted }, withPaper);
    } catch (refused) {
      if (!(refused instanceof ApiError) || refused.status !== 422) return setError(refused);
      setLines(refusalLines(refused, sale, quoted));
      void readPrices();
    } finally {
      setBusy(false);
    }
  };
  const submit = (withPaper: boolean) => {
    if (busy || !method) return;
    if (owed === 0) return void end(handed, 0, withPaper);
    if (cents === 0) return setError(t("orders.receive.noAmount"));
    const all = [...handed, { paymentId: method.id, name: method.name, cents }];
    if (cents >= owed) return void end(all, split.change, withPaper);
    setHanded(all);
  };
  const payLater = () => {
    if (!hasContact) return setError(t("counter.laterNeedsClient"));
    if (!busy) void end(handed, 0, false, null);
  };

  return {
    withLetters,
    chosen,
    setChosen,
    handed,
    setHanded,
    owed,
    typed,
    setTyped: (text: string) => {
      setTyped(text);
      setError(null);
    },
    error,
    lines,
    busy,
    input,
    hasContact,
    isCash,
    cents,
    split,
    submit,
    payLater,
  };
}
