import { useId } from "react";
import { installmentValues } from "../../../src/pricing/quote.ts";
import type { Quote } from "../../../src/pricing/terms.ts";
import { useTranslation } from "../../kit/text.ts";
import type { Payment } from "../orders/types.ts";
import { AmountInput } from "./AmountInput.tsx";
import { ChipChoice } from "./ChipChoice.tsx";
import { type BudgetDraft, changeDraft } from "./draft.ts";
import { price } from "../cart/problems.ts";

type Props = {
  draft: BudgetDraft;
  quoted: Quote;
  payments: Payment[];
  problems: { payment?: string; installments?: string; change?: string };
  onValid: (valid: boolean) => void;
};

/** The payment: method, instalments where the method has them, and change for cash. */
export function PaymentPart({ draft, quoted, payments, problems, onValid }: Props) {
  const { t } = useTranslation();
  const type = payments.find(({ id }) => id === draft.paymentId)?.typePayment;
  return (
    <div className="flex flex-col gap-2">
      <ChipChoice
        part="payment"
        legend={t("budgets.payment")}
        options={payments.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.paymentId}
        error={problems.payment}
        onChange={(paymentId) => changeDraft({ paymentId, installments: 1, changeFor: 0 })}
      />
      {type?.installments && (quoted.maxInstallments > 1 || problems.installments) && (
        <Installments quoted={quoted} problem={problems.installments} />
      )}
      {type?.change && (
        <div data-part="change">
          <AmountInput
            label={t("budgets.changeFor")}
            unit="money"
            value={draft.changeFor}
            error={problems.change}
            onChange={(changeFor) => changeDraft({ changeFor })}
            onValid={onValid}
          />
          {quoted.change > 0 && (
            <p className="text-muted text-small mt-1">
              {t("budgets.changeIs", { price: price(quoted.change) })}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function Installments({ quoted, problem }: { quoted: Quote; problem: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div data-part="installments">
      <label htmlFor={id} className="text-small text-muted mb-0.5 block">
        {t("budgets.installments")}
      </label>
      <select
        id={id}
        className={`select ${problem ? "select-error" : ""}`}
        value={quoted.installments}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => changeDraft({ installments: Number(target.value) })}
      >
        {Array.from({ length: quoted.maxInstallments }, (_, index) => index + 1).map((count) => (
          <option key={count} value={count}>
            {t("budgets.times", {
              count,
              price: price(installmentValues(quoted.total, count)[0] ?? 0),
            })}
          </option>
        ))}
      </select>
      {problem && (
        <p
          id={`${id}-problem`}
          role="alert"
          className="text-error text-small mt-1 flex flex-wrap gap-x-2"
        >
          {problem}
          <button
            type="button"
            className="link link-primary"
            onClick={() => changeDraft({ installments: quoted.maxInstallments })}
          >
            {t("budgets.takeInstallments", { count: quoted.maxInstallments })}
          </button>
        </p>
      )}
    </div>
  );
}
