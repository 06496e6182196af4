import { useId, useState } from "react";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { language, useTranslation } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";

type Props = {
  label: string;
  unit: "money" | "percent";
  /** Cents, or hundredths of a percent. */
  value: number;
  onChange: (value: number) => void;
  /** Reports whether the text is a valid amount. */
  onValid: (valid: boolean) => void;
  disabled?: boolean;
  error?: string;
  describedBy?: string;
};

/**
 * An amount of money or a percentage, in the usual spellings: 1.234,5 or 1234.50. Empty means zero.
 */
export function AmountInput({
  label,
  unit,
  value,
  onChange,
  onValid,
  disabled,
  error,
  describedBy,
}: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const tag = languageTags[language.peek()];
  const wrong = typed !== null && hundredthsOf(typed, unit, tag) === undefined;
  const message = wrong ? t(`budgets.amount.${unit}`) : error;

  const type = (text: string) => {
    setTyped(text);
    const hundredths = hundredthsOf(text, unit, tag);
    onValid(hundredths !== undefined);
    if (hundredths !== undefined) onChange(hundredths);
  };

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-small text-muted mb-0.5 block">
        {label}
      </label>
      <span className={`input ${message ? "input-error" : ""}`}>
        {unit === "money" && <span className="text-muted">R$</span>}
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          className="tabular min-w-0"
          disabled={disabled}
          aria-invalid={message ? true : undefined}
          aria-describedby={
            [message && `${id}-error`, describedBy].filter(Boolean).join(" ") || undefined
          }
          value={
            typed ?? (value === 0 ? "" : decimalText(value / 100, tag, unit === "money" ? 2 : 0))
          }
          onChange={({ target }) => type(target.value)}
          onBlur={() => !wrong && setTyped(null)}
        />
        {unit === "percent" && <span className="text-muted">%</span>}
      </span>
      {message && (
        <p id={`${id}-error`} role="alert" className="text-error text-small mt-1">
          {message}
        </p>
      )}
    </div>
  );
}

/** The highest values: 100 %, and 9.999.999,99. */
const most = { percent: 10_000, money: 999_999_999 };

function hundredthsOf(text: string, unit: Props["unit"], tag: string): number | undefined {
  if (text.trim() === "") return 0;
  const decimal = decimalOf(text, tag);
  if (decimal === undefined) return undefined;
  const hundredths = Math.round(decimal * 100);
  return hundredths <= most[unit] ? hundredths : undefined;
}
