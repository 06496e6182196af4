import { useId } from "react";
import { amountOf } from "../../../src/shared/money.ts";
import { decimalOf } from "../../kit/decimal.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { signed } from "./Difference.tsx";

type Props = {
  /** In cents, as is `cash`. */
  difference: number;
  cash: number;
  reason: string;
  onReason: (reason: string) => void;
  rest: string;
  onRest: (rest: string) => void;
};

/** The reason of a difference, and the cash that stays in the drawer. */
export function ClosingWords({ difference, cash, reason, onReason, rest, onRest }: Props) {
  const { t, tag } = useTranslation();
  const ids = { reason: useId(), rest: useId() };
  const left = Math.round((decimalOf(rest, tag) ?? 0) * 100);
  return (
    <section className="card-quiet p-4">
      <h2 className="mb-2 font-semibold">{t("tills.toClose")}</h2>
      <label htmlFor={ids.reason} className="text-small mb-1 block font-medium">
        {difference === 0 ? t("tills.note") : t("tills.why", { amount: signed(difference) })}
      </label>
      <textarea
        id={ids.reason}
        className="textarea h-16 w-full"
        maxLength={255}
        placeholder={t("tills.whyHint")}
        value={reason}
        onChange={({ target }) => onReason(target.value)}
      />
      <label htmlFor={ids.rest} className="text-small mt-3 mb-1 block font-medium">
        {t("tills.rest")}
      </label>
      <span className="input w-full">
        <span className="text-muted">R$</span>
        <input
          id={ids.rest}
          inputMode="decimal"
          className="tabular text-right"
          value={rest}
          onChange={({ target }) => onRest(target.value)}
        />
      </span>
      {rest.trim() !== "" && (
        <p className="text-muted text-small mt-1">
          {t("tills.toSafe", {
            amount: money(amountOf(Math.max(0, cash - left))),
          })}
        </p>
      )}
    </section>
  );
}
