import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Address } from "../contacts/types.ts";
import { WantedInput } from "../orders/WantedInput.tsx";
import { CouponPart } from "./CouponPart.tsx";
import { DeliveryPart } from "./DeliveryPart.tsx";
import { DiscountPart } from "./DiscountPart.tsx";
import { type BudgetDraft, changeDraft } from "./draft.ts";
import { PaymentPart } from "./PaymentPart.tsx";
import type { useBudgetForm } from "./use-budget-form.ts";
import type { useSaving } from "./use-saving.ts";

type Props = {
  draft: BudgetDraft;
  ticketId: number;
  form: ReturnType<typeof useBudgetForm>;
  saving: ReturnType<typeof useSaving>;
  /** The text about a dropped coupon. */
  dropped: string;
  onAddress: (address: Address | "new") => void;
};

/** The terms of a budget: payment, delivery, discount, coupon, store and seller. */
export function TermParts({ draft, ticketId, form, saving, dropped, onAddress }: Props) {
  const { t } = useTranslation();
  const { stores, payments, sellers, addresses, quoted, quoteWith, obstacles, mostDiscount } = form;
  const { problemAt, validAt } = saving;
  const storeIsPlaced = typeof stores.find(({ id }) => id === draft.storeId)?.latitude === "number";
  return (
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
        onAddress={onAddress}
      />
      <WantedInput
        key={draft.budgetId}
        value={draft.wantedAt ?? null}
        onChange={(wantedAt) => changeDraft({ wantedAt })}
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
  );
}
