import type { RefObject } from "react";
import { Link } from "wouter";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { ApiError } from "../../kit/api.ts";
import { decimalText } from "../../kit/decimal.ts";
import { errorText, money, useTranslation } from "../../kit/text.ts";

export function AmountField({ input, typed, error, sums, handed, onType, onSum }: AmountProps) {
  const { t, tag } = useTranslation();
  return (
    <>
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
          onChange={({ target }) => onType(target.value)}
        />
      </span>
      {error !== null && <Refusal error={error} />}
      {sums.length > 0 && (
        <div className="mt-2 grid grid-cols-4 gap-2">
          {sums.map((sum) => (
            <button
              key={sum}
              type="button"
              className={`btn btn-sm tabular font-normal ${centsOf(sum) === handed ? "btn-soft btn-primary" : ""}`}
              onClick={() => onSum(sum)}
            >
              {decimalText(Number(sum), tag)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

type AmountProps = {
  input: RefObject<HTMLInputElement | null>;
  typed: string;
  error: unknown;
  /** Sums that a customer may hand over in cash. */
  sums: string[];
  handed: number;
  onType: (text: string) => void;
  onSum: (sum: string) => void;
};

/** More than is owed becomes the contact's credit. */
export function ToCredit({ cents }: { cents: number }) {
  const { t } = useTranslation();
  if (cents <= 0) return null;
  return (
    <p className="text-muted text-small mt-2">
      {t("orders.receive.toCredit", { amount: money(amountOf(cents)) })}
    </p>
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
