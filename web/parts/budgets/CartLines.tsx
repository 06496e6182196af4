import { Minus, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import type { QuoteLine } from "../../../src/pricing/quote.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { changeLine, type Line, unknownStock } from "./draft.ts";
import { removeLine, unitary } from "./lines.ts";
import { type Obstacle, price, problemText } from "./problems.ts";
import { Thumbnail } from "../products/Thumbnail.tsx";

type Props = {
  lines: Line[];
  quoted: QuoteLine[];
  obstacles: Obstacle[];
  /** Called on Enter in a quantity, and when the line is removed. */ onNext: () => void;
};

/** The lines of the cart. */
export const CartLines = ({ lines, quoted, obstacles, onNext }: Props) => (
  <ul className="divide-line divide-y">
    {lines.map((line, index) => (
      <CartLine
        key={line.productId}
        line={line}
        total={quoted[index]?.total ?? 0}
        discount={quoted[index]?.discount ?? 0}
        problem={obstacles.find((one) => one.line === index)}
        onNext={onNext}
      />
    ))}
  </ul>
);

type LineProps = {
  line: Line;
  total: number;
  discount: number;
  problem: Obstacle | undefined;
  onNext: () => void;
};

function CartLine({ line, total, discount, problem, onNext }: LineProps) {
  const { t } = useTranslation();
  const { productId, name, picture, amount, before, price: offer, clipped } = line;
  const limit = problem?.code === "stock" ? (problem.limit ?? 0) : undefined;
  const errorId = `line${productId}-problem`;
  const [announcement, setAnnouncement] = useState("");
  const remove = () => {
    removeLine(productId);
    onNext();
  };
  const setAmount = (requested: number) => {
    if (requested < 1) return remove();
    changeLine(productId, {
      amount: Math.min(requested, Math.max(offer?.stock ?? requested, 1)),
      clipped: undefined,
    });
  };
  return (
    <li
      data-line={productId}
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2.5 gap-y-1 py-2"
    >
      <Thumbnail path={picture} size={36} />
      <div className="min-w-0">
        <p className="line-clamp-2 leading-tight font-medium break-words">{name}</p>
        <p className="text-muted text-small tabular">
          {t("budgets.each", { price: price(unitary(line)) })}
        </p>
      </div>
      <p className="tabular text-right font-medium">{price(total + discount)}</p>
      <div className="col-span-2 col-start-2 flex items-center gap-2">
        <Quantity
          line={line}
          invalid={problem !== undefined}
          errorId={problem && errorId}
          onChange={setAmount}
          onSay={setAnnouncement}
          onNext={onNext}
        />
        {offer && offer.stock < unknownStock && (
          <span className="text-muted text-small tabular">
            {t("offers.stock", { count: offer.stock })}
          </span>
        )}
        <span className="-mr-1.5 ml-auto">
          <IconButton
            label={t("budgets.remove", { name })}
            icon={Trash2}
            className="text-muted"
            onClick={remove}
          />
        </span>
      </div>
      <p role="status" className="text-small text-muted col-span-2 col-start-2 empty:hidden">
        {announcement ||
          (clipped &&
            offer &&
            amount >= offer.stock &&
            t("budgets.problems.stock", { count: offer.stock }))}
      </p>
      {before !== undefined && (
        <p
          role="status"
          className="text-small col-span-2 col-start-2 flex flex-wrap items-center gap-x-2"
        >
          <span>
            {t("budgets.priceChanged", { before: price(before), now: price(unitary(line)) })}
          </span>
          <button
            type="button"
            className="link link-primary"
            onClick={() => changeLine(productId, { before: undefined })}
          >
            {t("common.ok")}
          </button>
        </p>
      )}
      {problem && (
        <p
          id={errorId}
          role="alert"
          className="text-error text-small col-span-2 col-start-2 flex flex-wrap items-center gap-x-2"
        >
          {problemText(problem)}
          {limit !== undefined && limit > 0 && amount > limit && (
            <button type="button" className="link link-primary" onClick={() => setAmount(limit)}>
              {t("budgets.takeRest", { count: limit })}
            </button>
          )}
        </p>
      )}
    </li>
  );
}

type QuantityProps = {
  line: Line;
  invalid: boolean;
  errorId: string | undefined;
  onChange: (amount: number) => void;
  /** Explains why the quantity cannot be higher. */ onSay: (text: string) => void;
  onNext: () => void;
};

/** A quantity: digits, plus and minus, arrows, or the buttons. Below one, the line is removed. */
function Quantity({
  line: { name, amount, price: offer },
  invalid,
  errorId,
  onChange,
  onSay,
  onNext,
}: QuantityProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(amount));
  useEffect(() => setText(String(amount)), [amount]);
  const most = offer?.stock ?? Infinity;

  const step = (by: number) => {
    if (amount + by > most) return onSay(t("budgets.problems.stock", { count: most }));
    onSay("");
    onChange(amount + by);
  };
  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, "").slice(0, 6);
    setText(digits);
    onSay(Number(digits) > most ? t("budgets.problems.stock", { count: most }) : "");
    if (Number(digits) < 1) return;
    onChange(Number(digits));
    if (Number(digits) > most) setText(String(most));
  };
  const leave = () => (text !== "" && Number(text) === 0 ? onChange(0) : setText(String(amount)));
  const press = (event: KeyboardEvent) => {
    const by = { "+": 1, ArrowUp: 1, "-": -1, ArrowDown: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      step(by);
    }
    if (event.key !== "Enter" || event.ctrlKey) return;
    event.preventDefault();
    if (text !== "" && Number(text) === 0) onChange(0);
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
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="next"
        className="tabular w-11 rounded-md bg-transparent py-1 text-center -outline-offset-1"
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
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
