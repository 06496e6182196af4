import { useEffect, useRef, useState } from "react";
import type { Quote } from "../../../../src/pricing/terms.ts";
import { pixCode, pixKey } from "../../../../src/pix/pix.ts";
import { cashId, pixId } from "../../../../src/shared/payments.ts";
import { splitHanded } from "../../../../src/shared/receipts.ts";
import { ApiError } from "../../../kit/api.ts";
import { decimalOf, decimalText } from "../../../kit/decimal.ts";
import { useTranslation } from "../../../kit/text.ts";
import type { BudgetDraft } from "../../../parts/budgets/draft.ts";
import { readPrices } from "../../../parts/budgets/lines.ts";
import { stores } from "../../../parts/budgets/terms.ts";
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
  const [isLater, setIsLater] = useState(false);
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
  }, [owed, chosen, isLater]);

  const method = methods.find(({ id }) => id === chosen);
  const isCash = method?.typePaymentId === cashId;
  const cents = Math.round((decimalOf(typed, tag) ?? 0) * 100);
  const pix = pixOf(sale, isLater ? undefined : method, Math.min(cents, owed), owed);
  const split = splitHanded({ handed: cents, owed, isCash, hasContact });

  const end = async (
    all: Handed[],
    {
      change = 0,
      withPaper = false,
      method = chosen,
      awaitsPix = false,
    }: { change?: number; withPaper?: boolean; method?: number | null; awaitsPix?: boolean },
  ) => {
    setBusy(true);
    setError(null);
    setLines([]);
    try {
      const order = await sell(quoted, all, method);
      onDone({ order, change, sale, quoted, awaitsPix }, withPaper);
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
    if (isLater && !hasContact) return setLines([t("counter.laterNeedsClient")]);
    if (isLater) return void end(handed, { method: null, withPaper });
    if (owed === 0) return void end(handed, { withPaper });
    if (pix.isCharged && withPaper) return void end(handed, { awaitsPix: true });
    if (cents === 0) return setError(t("orders.receive.noAmount"));
    const all = [...handed, { paymentId: method.id, name: method.name, cents }];
    if (cents >= owed) return void end(all, { change: split.change, withPaper });
    setHanded(all);
  };
  /** Chooses that the rest is paid later: as with any method, Enter sells. */
  const payLater = () => {
    setIsLater(true);
    setLines(hasContact ? [] : [t("counter.laterNeedsClient")]);
  };

  return {
    withLetters,
    chosen,
    isLater,
    setChosen: (id: number) => {
      setIsLater(false);
      setLines([]);
      setChosen(id);
    },
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
    pix,
    submit,
    payLater,
  };
}

/**
 * The Pix of a sale that is not saved yet. `code`: of the store's own key. `isCharged`: the store's
 * account charges for the sale, once it is saved. rules.md#pix
 */
function pixOf(
  { storeId }: BudgetDraft,
  method: Payment | undefined,
  cents: number,
  owed: number,
): { code: string | null; isCharged: boolean } {
  const store = stores.rows.peek()?.find(({ id }) => id === storeId);
  if (method?.typePaymentId !== pixId || !store || cents === 0)
    return { code: null, isCharged: false };
  if (store.pixGateway) return { code: null, isCharged: cents === owed };
  const { keyPix, name, fantasy, city } = store;
  if (!keyPix || !pixKey(keyPix)) return { code: null, isCharged: false };
  const charge = { key: keyPix, name: fantasy || name, city: city ?? "", amount: cents };
  return { code: pixCode(charge), isCharged: false };
}
