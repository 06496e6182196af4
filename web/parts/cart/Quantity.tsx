import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import {
  addAmounts,
  fitsUnit,
  highestAmount,
  stepOf,
  type Unit,
} from "../../../src/shared/units.ts";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { language, useTranslation } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import { quantity } from "../products/amounts.ts";
import type { SearchHandle } from "../products/ProductSearch.tsx";
import { codeIn } from "./typed-code.ts";

type Props = {
  name: string;
  amount: number;
  unit: Unit;
  /** The stock; undefined while it is unknown. */ most?: number;
  invalid: boolean;
  errorId: string | undefined;
  /** An amount of 0 removes the line. */ onChange: (amount: number) => void;
  /** Explains why the quantity cannot be higher. */ onSay: (text: string) => void;
  /** Called on Enter, and before a letter, which goes to the search. */ onNext: () => void;
  /** Takes codes that are scanned here. */ search: RefObject<SearchHandle | null>;
};

/** A quantity: digits, plus and minus, arrows, or the buttons. At zero the line is removed. */
export function Quantity(props: Props) {
  const { name, amount, unit, invalid, errorId, onNext } = props;
  const { t } = useTranslation();
  const { text, setText, step, type, leave, isZero, most } = useTyped(props);
  const takeCode = useScannedCode(props);
  const press = (event: KeyboardEvent) => {
    if (takeCode(event)) return;
    const by = { "+": 1, ArrowUp: 1, "-": -1, ArrowDown: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      step(by);
    }
    const isShortcut = event.ctrlKey || event.altKey || event.metaKey;
    if (/^\p{L}$/u.test(event.key) && !isShortcut) onNext();
    if (event.key !== "Enter" || event.ctrlKey) return;
    event.preventDefault();
    if (isZero()) leave();
    else onNext();
  };
  return (
    <span
      className={`border-(--field-line) inline-flex items-center rounded-lg border ${invalid ? "border-error" : ""}`}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("budgets.less", { name })}
        className="btn btn-ghost btn-square btn-sm"
        onClick={() => step(-1)}
      >
        <Minus size={16} aria-hidden />
      </button>
      <input
        data-quantity
        aria-label={t("budgets.amountOf", { name })}
        aria-invalid={invalid || undefined}
        aria-describedby={errorId}
        inputMode={unit === "un" ? "numeric" : "decimal"}
        autoComplete="off"
        enterKeyHint="next"
        className={`tabular rounded-md bg-transparent py-1 text-center -outline-offset-1 ${unit === "un" ? "w-11" : "w-16"}`}
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => type(target.value)}
        onBlur={() => (isZero() ? leave() : setText(written(amount)))}
        onKeyDown={press}
      />
      {unit !== "un" && <span className="text-muted text-small">{unit}</span>}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("budgets.more", { name })}
        className="btn btn-ghost btn-square btn-sm"
        disabled={amount >= most}
        onClick={() => step(1)}
      >
        <Plus size={16} aria-hidden />
      </button>
    </span>
  );
}

/** Sends a code that a scanner types in the quantity to the search, and restores the amount. */
function useScannedCode({ amount, onChange, onSay, search }: Props) {
  const digits = useRef("");
  const before = useRef(amount);
  return (event: KeyboardEvent): boolean => {
    const typed = event.key === "Enter" ? codeIn(digits.current) : null;
    const isDigit = /^\d$/.test(event.key);
    if (isDigit && digits.current === "") before.current = amount;
    digits.current = isDigit ? digits.current + event.key : "";
    if (!typed) return false;
    event.preventDefault();
    onSay("");
    onChange(Number(typed.amount) || before.current);
    search.current?.scan(typed.code);
    return true;
  };
}

function useTyped({ amount, unit, most = highestAmount, onChange, onSay }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(written(amount));
  useEffect(() => setText(written(amount)), [amount]);
  const onlyStock = () => t("budgets.problems.stock", { count: quantity(most, unit) });
  const step = (count: number) => {
    const after = addAmounts(amount, count * stepOf(unit));
    if (after > most) return onSay(onlyStock());
    onSay("");
    onChange(Math.max(0, after));
  };
  const type = (typed: string) => {
    const cleaned =
      unit === "un"
        ? typed.replace(/\D/g, "").slice(0, 6)
        : typed.replace(/[^\d.,]/g, "").slice(0, 10);
    setText(cleaned);
    const value = valueOf(cleaned);
    if (value === undefined || !fitsUnit(value, unit)) return;
    onSay(value > most ? onlyStock() : "");
    if (value === 0) return;
    onChange(value);
    if (value > most) setText(written(most));
  };
  const isZero = () => text !== "" && valueOf(text) === 0;
  return { text, setText, step, type, isZero, leave: () => onChange(0), most };
}

const tag = () => languageTags[language.peek()];
const written = (amount: number) => decimalText(amount, tag(), 0, 3);
const valueOf = (text: string) => decimalOf(text, tag(), 3);
