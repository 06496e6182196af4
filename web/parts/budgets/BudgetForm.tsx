import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Budget } from "../../inbox/open-budgets.ts";
import { ConfirmDiscard } from "../../kit/ConfirmDiscard.tsx";
import { useTranslation } from "../../kit/text.ts";
import { AddressDialog } from "../contacts/AddressDialog.tsx";
import type { Address } from "../contacts/types.ts";
import { ProductSearch, type SearchHandle } from "../products/ProductSearch.tsx";
import { BudgetFooter } from "./BudgetFooter.tsx";
import { CartLines } from "../cart/CartLines.tsx";
import { type BudgetDraft, changeDraft, dropDraft } from "./draft.ts";
import { addProduct, draftActions } from "./lines.ts";
import { type Obstacle, type Part, problemText, unfinished } from "../cart/problems.ts";
import { TermParts } from "./TermParts.tsx";
import { useBudgetForm } from "./use-budget-form.ts";
import { useSaving } from "./use-saving.ts";

type Props = {
  draft: BudgetDraft;
  ticketId: number;
  onSaved: (budget: Budget) => void;
  onCancel: () => void;
};

/** The form of a budget: products, terms, and the totals, always visible. */
export function BudgetForm({ draft, ticketId, onSaved, onCancel }: Props) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const form = useBudgetForm(draft);
  const { quoted, obstacles, isLoading } = form;
  const [editing, setEditing] = useState<Address | "new" | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const dropped = useDroppedCoupon(draft, quoted.couponApplies, obstacles);
  const missing = obstacles.filter(({ code }) => unfinished.includes(code));

  // Move the focus at once: a scanner types the next code right after this key.
  const focusOn = (selector: string) => {
    flushSync(() => undefined);
    element.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const goTo = (part: Part) =>
    focusOn(`[data-part="${part}"] :is(input,select,button):not(:disabled)`);
  const saving = useSaving({ draft, ticketId, quoted, obstacles, goTo, onSaved });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isSaving && missing.length === 0) void saving.save();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !event.ctrlKey) return;
    event.preventDefault();
    element.current?.requestSubmit();
  };
  const leave = () => {
    dropDraft();
    onCancel();
  };

  return (
    <>
      <form
        ref={element}
        id={id}
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={submit}
        onKeyDown={press}
      >
        <div data-scrolls className="min-h-0 flex-1 scroll-pb-10 overflow-y-auto px-4 pb-4">
          <Products draft={draft} form={form} focusOn={focusOn} onNext={() => goTo("payment")} />
          <TermParts
            draft={draft}
            ticketId={ticketId}
            form={form}
            saving={saving}
            dropped={dropped}
            onAddress={(address) => {
              if (address === "new") form.addedAddress();
              setEditing(address);
            }}
          />
        </div>
        <BudgetFooter
          id={id}
          draft={draft}
          quoted={quoted}
          missing={missing}
          problem={saving.problemAt("total")}
          refusal={saving.refusal}
          isSaving={saving.isSaving}
          isLoading={isLoading}
          onCancel={draft.lines.length > 0 ? () => setIsLeaving(true) : leave}
        />
      </form>
      {editing && draft.contactId !== null && (
        <AddressDialog
          contactId={draft.contactId}
          title={t("budgets.addressTitle")}
          address={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {isLeaving && <ConfirmDiscard onClose={() => setIsLeaving(false)} onConfirm={leave} />}
    </>
  );
}

type ProductsProps = {
  draft: BudgetDraft;
  form: ReturnType<typeof useBudgetForm>;
  focusOn: (selector: string) => void;
  onNext: () => void;
};

function Products({ draft, form, focusOn, onNext }: ProductsProps) {
  const { t } = useTranslation();
  const { stores, quoted, obstacles, isLoading } = form;
  const search = useRef<SearchHandle>(null);
  return (
    <>
      <div className="bg-base-100 sticky top-0 z-10 pb-2" data-part="items">
        <ProductSearch
          handle={search}
          storeId={draft.storeId}
          label={t("budgets.search")}
          autoFocus
          add={addProduct}
          onAdded={(productId) =>
            focusOn(`:nth-last-child(1 of [data-product="${productId}"]) [data-quantity]`)
          }
          onNext={onNext}
        />
      </div>
      {draft.lines.length === 0 ? (
        <p className="text-muted text-small px-1 py-3">
          {t(stores.length === 0 && !isLoading ? "budgets.noStores" : "budgets.emptyCart")}
        </p>
      ) : (
        <CartLines
          actions={draftActions}
          lines={draft.lines}
          quoted={quoted.lines}
          obstacles={obstacles}
          onNext={() => focusOn("[data-product-search]")}
          search={search}
        />
      )}
    </>
  );
}

/** Drops a coupon that no longer applies, and says why until another one applies. rules.md#quote */
function useDroppedCoupon(draft: BudgetDraft, applies: boolean, obstacles: Obstacle[]): string {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const { coupon } = draft;
  const isLost = coupon !== null && !applies;
  useEffect(() => {
    if (!isLost || !coupon) return;
    const why = obstacles.find(
      ({ code }) => code === "couponBelowMin" || code === "couponAboveTotal",
    );
    setReason(
      t("budgets.coupon.dropped", {
        code: coupon.code,
        why: problemText(why ?? { code: "couponBelowMin", limit: coupon.valueMin }),
      }),
    );
    changeDraft({ coupon: null });
  }, [isLost]);
  useEffect(() => {
    if (coupon && !isLost) setReason("");
  }, [coupon, isLost]);
  return reason;
}
