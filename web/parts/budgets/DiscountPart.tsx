import { useId } from "react";
import type { Quote } from "../../../src/pricing/terms.ts";
import { percent, useTranslation } from "../../kit/text.ts";
import { AmountInput } from "./AmountInput.tsx";
import { type BudgetDraft, changeDraft } from "./draft.ts";

type Props = {
  draft: BudgetDraft;
  quoted: Quote;
  /** Percent; null when the agent may give none. */ most: number | null;
  problem: string | undefined;
  onValid: (valid: boolean) => void;
};

/** A discount, as money or as a percentage: each field updates the other. */
export function DiscountPart({ draft, quoted, most, problem, onValid }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const reason = draft.coupon
    ? "coupon"
    : most === null
      ? "range"
      : draft.lines.length === 0
        ? "items"
        : null;
  const { discount } = draft;
  // An agent without a discount range can still remove another user's discount.
  const isLocked = reason !== null && !(reason === "range" && discount);
  const hundredths = discount && "percent" in discount ? discount.percent : quoted.discountPercent;
  const cents = discount && "value" in discount ? discount.value : quoted.discount;
  const set = (value: number, requested: BudgetDraft["discount"]) =>
    changeDraft({ discount: value === 0 ? null : requested });
  return (
    <div data-part="discount">
      <div className="grid grid-cols-[3fr_2fr] items-start gap-2">
        <AmountInput
          label={t("budgets.discount")}
          unit="money"
          value={cents}
          disabled={isLocked}
          error={problem}
          describedBy={`${id}-why`}
          onChange={(value) => set(value, { value })}
          onValid={onValid}
        />
        <AmountInput
          label={t("budgets.discountPercent")}
          unit="percent"
          value={hundredths}
          disabled={isLocked}
          describedBy={`${id}-why`}
          onChange={(percent) => set(percent, { percent })}
          onValid={onValid}
        />
      </div>
      <p id={`${id}-why`} className="text-muted text-small mt-1">
        {reason
          ? t(`budgets.noDiscount.${reason}`)
          : t("budgets.mostDiscount", { most: percent(most ?? 0) })}
      </p>
    </div>
  );
}
