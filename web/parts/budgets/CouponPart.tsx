import { TicketPercent, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import type { Coupon } from "../../../src/modules/coupons/table.ts";
import type { Quote } from "../../../src/pricing/terms.ts";
import { centsOf } from "../../../src/shared/money.ts";
import { api, ApiError } from "../../kit/api.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { errorText, percent, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import * as drafts from "./draft.ts";
import { price, problemText } from "../cart/problems.ts";

type Answer = Pick<Coupon, "id" | "code" | "type" | "value" | "valueMin">;
type Props = {
  draft: drafts.BudgetDraft;
  quoteWith: (change: Partial<drafts.BudgetDraft>) => Quote;
  /** The reason why the last coupon was dropped. */ dropped: string;
};

/** A coupon replaces the discount. rules.md#quote */
export function CouponPart({ draft, quoteWith, dropped }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(false);
  const { coupon } = draft;

  const apply = async () => {
    const requested = code.trim().toUpperCase();
    if (!requested) return setProblem(t("budgets.coupon.codeMissing"));
    if (draft.lines.length === 0) return setProblem(t("budgets.coupon.itemMissing"));
    setAsking(true);
    try {
      const coupon = appliedOf(
        await api.get<Answer>(`/coupons/${encodeURIComponent(requested)}/validate`),
      );
      // The agent may have added products during the request.
      const refused = quoteWith({ lines: drafts.draft.peek()?.lines ?? [], coupon }).problems.find(
        ({ code }) => code === "couponBelowMin" || code === "couponAboveTotal",
      );
      if (refused) return setProblem(problemText(refused));
      drafts.changeDraft({ coupon, discount: null });
      setCode("");
      setProblem("");
      toast.success(t("budgets.coupon.applied", { code: coupon.code }));
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.status === 404
          ? t("budgets.coupon.unknown", { code: requested })
          : errorText(error),
      );
    } finally {
      setAsking(false);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey) return;
    event.preventDefault();
    void apply();
  };

  if (coupon) {
    return (
      <div
        data-part="coupon"
        className="border-line flex items-center gap-2 rounded-lg border border-dashed py-1 pr-1 pl-3"
      >
        <TicketPercent size={18} aria-hidden className="text-primary shrink-0" />
        <p className="min-w-0 flex-1">
          <span className="font-medium">{coupon.code}</span>
          <span className="text-muted"> · {worth(coupon, t("budgets.coupon.freeShipping"))}</span>
        </p>
        <IconButton
          label={t("budgets.coupon.remove", { code: coupon.code })}
          icon={X}
          onClick={() => drafts.changeDraft({ coupon: null })}
        />
      </div>
    );
  }
  const message = problem || dropped;
  return (
    <div data-part="coupon">
      <label htmlFor={id} className="text-small text-muted mb-0.5 block">
        {t("budgets.coupon.label")}
      </label>
      <div className="flex gap-1.5">
        <input
          id={id}
          className={`input uppercase placeholder:normal-case ${message ? "input-error" : ""}`}
          value={code}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-problem` : undefined}
          onChange={({ target }) => {
            setCode(target.value);
            setProblem("");
          }}
          onKeyDown={press}
        />
        <button type="button" className="btn" disabled={asking} onClick={() => void apply()}>
          {t("budgets.coupon.apply")}
        </button>
      </div>
      {message && (
        <p id={`${id}-problem`} role="alert" className="text-error text-small mt-1">
          {message}
        </p>
      )}
    </div>
  );
}

/** A saved budget's coupon, if it is still valid. */
export const couponOf = async ({ code }: { code: string }): Promise<drafts.AppliedCoupon | null> =>
  api.get<Answer>(`/coupons/${encodeURIComponent(code)}/validate`).then(appliedOf, () => null);

const appliedOf = ({ id, code, type, value, valueMin }: Answer): drafts.AppliedCoupon => ({
  id,
  code,
  type,
  value: centsOf(value),
  valueMin: valueMin === null ? 0 : centsOf(valueMin),
});

const worth = ({ type, value }: drafts.AppliedCoupon, freeShipping: string) =>
  type === "FREE_SHIPPING"
    ? freeShipping
    : type === "PERCENTAGE_DISCOUNT"
      ? percent(value / 100)
      : price(value);
