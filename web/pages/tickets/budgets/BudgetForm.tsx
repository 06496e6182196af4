import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "../../../kit/api.ts";
import { ConfirmDiscard } from "../../../kit/ConfirmDiscard.tsx";
import { LabeledSelect } from "../../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { AddressDialog } from "../../../parts/contacts/AddressDialog.tsx";
import type { Address } from "../../../parts/contacts/types.ts";
import { ProductSearch } from "../../../parts/products/ProductSearch.tsx";
import { CartLines } from "./CartLines.tsx";
import { CouponPart } from "./CouponPart.tsx";
import { DeliveryPart } from "./DeliveryPart.tsx";
import { DiscountPart } from "./DiscountPart.tsx";
import { type BudgetDraft, changeDraft, dropDraft, rememberStore } from "./draft.ts";
import { addProduct, readPrices } from "./lines.ts";
import { PaymentPart } from "./PaymentPart.tsx";
import { type Obstacle, type Part, partOf, problemText, unfinished } from "./problems.ts";
import { refusalLines } from "./refusal.ts";
import { saveBudget } from "./save.ts";
import { Totals } from "./Totals.tsx";
import type { Budget } from "../../../inbox/open-budgets.ts";
import { useBudgetForm } from "./use-budget-form.ts";

type Props = {
  draft: BudgetDraft;
  ticketId: number;
  onSaved: (budget: Budget) => void;
  onCancel: () => void;
};

/**
 * A budget as it is made: products, the way they go, how they are paid, and what that comes to,
 * always in sight.
 */
export function BudgetForm({ draft, ticketId, onSaved, onCancel }: Props) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const {
    stores,
    payments,
    sellers,
    addresses,
    quoteWith,
    quoted,
    obstacles,
    isLoading,
    mostDiscount,
    addedAddress,
  } = useBudgetForm(draft);
  const [editing, setEditing] = useState<Address | "new" | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [giveUp, setGiveUp] = useState(false);
  const [refusal, setRefusal] = useState<string[]>([]);
  const [wrong, setWrong] = useState<ReadonlySet<Part>>(new Set());
  const dropped = useDroppedCoupon(draft, quoted.couponApplies, obstacles);

  const storeIsPlaced = typeof stores.find(({ id }) => id === draft.storeId)?.latitude === "number";

  const missing = obstacles.filter(({ code }) => unfinished.includes(code));
  const problemAt = (part: Part) => {
    const found = obstacles.find(({ code }) => partOf[code] === part && !unfinished.includes(code));
    return found && (found.code !== "noPayment" || isTried) ? problemText(found) : undefined;
  };
  const validAt = (part: Part) => (valid: boolean) =>
    setWrong((before) =>
      before.has(part) === !valid
        ? before
        : new Set([...before].filter((one) => one !== part).concat(valid ? [] : [part])),
    );
  // At once: a scanner types the next code right after this key.
  const focusOn = (selector: string) => {
    flushSync(() => undefined);
    form.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const goTo = (part: Part) =>
    focusOn(`[data-part="${part}"] :is(input,select,button):not(:disabled)`);
  const goToSearch = () => focusOn("[data-product-search]");

  const save = async () => {
    setIsTried(true);
    const first = [...wrong][0] ?? obstacles.map(({ code }) => partOf[code])[0];
    if (first) return goTo(first);
    setSaving(true);
    setRefusal([]);
    try {
      const saved = await saveBudget(draft, quoted, ticketId);
      toast.success(t(draft.budgetId === null ? "budgets.created" : "budgets.updated"));
      if (draft.storeId) rememberStore(draft.storeId);
      dropDraft();
      onSaved(saved);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) return toast.error(error);
      setRefusal(refusalLines(error, draft, quoted));
      void readPrices();
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving && missing.length === 0) void save();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !event.ctrlKey) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const cancel = () => {
    if (draft.lines.length > 0) return setGiveUp(true);
    dropDraft();
    onCancel();
  };

  return (
    <>
      <form
        ref={form}
        id={id}
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={submit}
        onKeyDown={press}
      >
        <div data-scrolls className="min-h-0 flex-1 scroll-pb-10 overflow-y-auto px-4 pb-4">
          <div className="bg-base-100 sticky top-0 z-10 pb-2" data-part="items">
            <ProductSearch
              storeId={draft.storeId}
              label={t("budgets.search")}
              autoFocus
              add={addProduct}
              onAdded={(productId) => focusOn(`[data-line="${productId}"] [data-quantity]`)}
              onNext={() => goTo("payment")}
            />
          </div>
          {draft.lines.length === 0 ? (
            <p className="text-muted text-small px-1 py-3">
              {t(stores.length === 0 && !isLoading ? "budgets.noStores" : "budgets.emptyCart")}
            </p>
          ) : (
            <CartLines
              lines={draft.lines}
              quoted={quoted.lines}
              obstacles={obstacles}
              onNext={goToSearch}
            />
          )}
          <div className="border-line mt-2 flex flex-col gap-4 border-t pt-3">
            <PaymentPart
              draft={draft}
              quoted={quoted}
              payments={payments}
              problems={{
                payment: problemAt("payment"),
                installments: problemAt("installments"),
                change: problemAt("change"),
              }}
              onValid={validAt("change")}
            />
            <DeliveryPart
              draft={draft}
              quoted={quoted}
              addresses={addresses}
              problem={problemAt("address")}
              isUnplaced={obstacles.some(({ code }) => code === "noCoordinates") && storeIsPlaced}
              ticketId={ticketId}
              onAddress={(address) => {
                if (address === "new") addedAddress();
                setEditing(address);
              }}
            />
            <DiscountPart
              draft={draft}
              quoted={quoted}
              most={mostDiscount}
              problem={problemAt("discount")}
              onValid={validAt("discount")}
            />
            <CouponPart draft={draft} quoteWith={quoteWith} dropped={dropped} />
            <div className="grid grid-cols-2 gap-2">
              <div data-part="store">
                <LabeledSelect
                  label={t("budgets.store")}
                  value={draft.storeId}
                  options={stores}
                  empty={draft.storeId === null ? t("common.choose") : undefined}
                  onChange={(storeId) => changeDraft({ storeId })}
                />
              </div>
              <div data-part="seller">
                <LabeledSelect
                  label={t("budgets.seller")}
                  value={draft.userId}
                  options={sellers}
                  empty={draft.userId === null ? t("common.choose") : undefined}
                  onChange={(userId) => changeDraft({ userId })}
                />
              </div>
            </div>
          </div>
        </div>
        <footer className="bg-base-100 border-line shrink-0 border-t px-4 pt-2 pb-3">
          {problemAt("total") && (
            <p role="alert" className="text-error text-small mb-1">
              {problemAt("total")}
            </p>
          )}
          {refusal.length > 0 && (
            <div
              role="alert"
              className="border-error/40 bg-error/8 text-small mb-2 rounded-lg border px-3 py-2"
            >
              {refusal.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          )}
          <Totals quoted={quoted} />
          <div className="mt-2 flex items-center gap-2">
            <p id={`${id}-missing`} className="text-muted text-small min-w-0 flex-1">
              {!isLoading && missing.map(problemText).join(" ")}
            </p>
            <button type="button" className="btn btn-ghost btn-sm" onClick={cancel}>
              {t("common.cancel")}
            </button>
            <button
              type="submit"
              className="btn btn-primary btn-sm"
              disabled={saving || isLoading || missing.length > 0}
              aria-describedby={missing.length > 0 ? `${id}-missing` : undefined}
            >
              {saving && <span aria-hidden className="loading loading-spinner loading-xs" />}
              {t(draft.budgetId === null ? "budgets.create" : "budgets.update")}
            </button>
          </div>
        </footer>
      </form>
      {editing && (
        <AddressDialog
          contactId={draft.contactId}
          title={t("budgets.addressTitle")}
          address={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {giveUp && (
        <ConfirmDiscard
          onClose={() => setGiveUp(false)}
          onConfirm={() => {
            dropDraft();
            onCancel();
          }}
        />
      )}
    </>
  );
}

/** Drops a coupon that counts no more, and tells why until another is applied. rules.md#quote */
function useDroppedCoupon(draft: BudgetDraft, applies: boolean, obstacles: Obstacle[]): string {
  const { t } = useTranslation();
  const [said, setSaid] = useState("");
  const { coupon } = draft;
  const lost = coupon !== null && !applies;
  useEffect(() => {
    if (!lost || !coupon) return;
    const why = obstacles.find(
      ({ code }) => code === "couponBelowMin" || code === "couponAboveTotal",
    );
    setSaid(
      t("budgets.coupon.dropped", {
        code: coupon.code,
        why: problemText(why ?? { code: "couponBelowMin", limit: coupon.valueMin }),
      }),
    );
    changeDraft({ coupon: null });
  }, [lost]);
  useEffect(() => {
    if (coupon && !lost) setSaid("");
  }, [coupon, lost]);
  return said;
}
