import { Trash2 } from "lucide-react";
import { type RefObject, useState } from "react";
import { cutToUnit, stepOf } from "../../../src/shared/units.ts";
import { quantity } from "../products/amounts.ts";
import type { QuoteLine } from "../../../src/pricing/terms.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type CartActions, CartContext, useCartActions } from "./cart-actions.ts";
import { LineChoices } from "./LineChoices.tsx";
import { keyOf, type Line, unitary, unknownStock } from "./line.ts";
import { Quantity } from "./Quantity.tsx";
import { type Obstacle, price, problemText } from "./problems.ts";
import type { SearchHandle } from "../products/ProductSearch.tsx";
import { Thumbnail } from "../products/Thumbnail.tsx";
import "./texts.ts";

/** The figures of a line that are shown. */
export type QuotedLine = Pick<QuoteLine, "unitaryGross" | "total" | "discount">;

type Props = {
  lines: Line[];
  actions: CartActions;
  /** The last line cannot be removed. */ keepsOne?: boolean;
  quoted: (QuotedLine | undefined)[];
  obstacles: Obstacle[];
  /** Called on Enter in a quantity, and when the line is removed. */ onNext: () => void;
  /** Takes codes that are scanned in a quantity. */ search: RefObject<SearchHandle | null>;
};

/** The lines of a cart: of a budget, a sale at the counter, or an order that is changed. */
export const CartLines = ({
  lines,
  actions,
  keepsOne = false,
  quoted,
  obstacles,
  onNext,
  search,
}: Props) => (
  <CartContext value={actions}>
    <ul className="divide-line divide-y">
      {lines.map((line, index) => (
        <CartLine
          key={keyOf(line)}
          line={line}
          quoted={quoted[index]}
          isKept={keepsOne && lines.length === 1}
          problem={obstacles.find((one) => one.line === index)}
          onNext={onNext}
          search={search}
        />
      ))}
    </ul>
  </CartContext>
);

type LineProps = {
  line: Line;
  quoted: QuotedLine | undefined;
  problem: Obstacle | undefined;
  isKept: boolean;
  onNext: () => void;
  search: Props["search"];
};

function CartLine({ line, quoted, problem, isKept, onNext, search }: LineProps) {
  const { t } = useTranslation();
  const { productId, name, picture, unit = "un", amount, before, price: offer, clipped } = line;
  const { change, remove: removeLine } = useCartActions();
  const key = keyOf(line);
  const each = unitary(line);
  const gross = quoted?.unitaryGross ?? each;
  const limit = problem?.code === "stock" ? (problem.limit ?? 0) : undefined;
  const errorId = `line${key}-problem`;
  const isAmountWrong = problem?.code === "amount" || problem?.code === "stock";
  const [announcement, setAnnouncement] = useState("");
  const remove = () => {
    if (isKept) return;
    removeLine(key);
    onNext();
  };
  const setAmount = (requested: number) => {
    if (requested <= 0) return remove();
    const most = cutToUnit(offer?.stock ?? requested, unit);
    change(key, {
      amount: most > 0 ? Math.min(requested, most) : Math.min(requested, stepOf(unit)),
      clipped: undefined,
    });
  };
  return (
    <li
      data-line={key}
      data-product={productId}
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2.5 gap-y-1 py-2"
    >
      <Thumbnail path={picture} size={36} />
      <div className="min-w-0">
        <p className="line-clamp-2 leading-tight font-medium break-words">{name}</p>
        <p className="text-muted text-small tabular">
          {line.prices ??
            (unit === "un"
              ? t("budgets.each", { price: price(each) })
              : `${price(each)} / ${unit}`)}
          {gross > each && (
            <s className="ml-1.5">
              <span className="sr-only">{t("offers.insteadOf")} </span>
              {price(gross)}
            </s>
          )}
        </p>
      </div>
      <p className="tabular text-right font-medium">
        {price((quoted?.total ?? 0) + (quoted?.discount ?? 0))}
      </p>
      <div className="col-span-2 col-start-2 flex items-center gap-2">
        <Quantity
          name={name}
          amount={amount}
          unit={unit}
          most={offer?.stock}
          invalid={isAmountWrong}
          errorId={isAmountWrong ? errorId : undefined}
          onChange={setAmount}
          onSay={setAnnouncement}
          onNext={onNext}
          search={search}
        />
        <Stock line={line} />
        <span className="-mr-1.5 ml-auto">
          <IconButton
            label={t("budgets.remove", { name })}
            icon={Trash2}
            className="text-muted"
            disabled={isKept}
            onClick={remove}
          />
        </span>
      </div>
      <LineChoices line={line} />
      <p role="status" className="text-small text-muted col-span-2 col-start-2 empty:hidden">
        {(amount >= (offer?.stock ?? 0) && announcement) ||
          (clipped &&
            offer &&
            amount >= offer.stock &&
            t("budgets.problems.stock", { count: quantity(offer.stock, unit) }))}
      </p>
      {before !== undefined && <PriceChange line={line} before={before} />}
      {problem && (
        <p
          id={errorId}
          role="alert"
          className="text-error text-small col-span-2 col-start-2 flex flex-wrap items-center gap-x-2"
        >
          {problemText(problem, unit)}
          {limit !== undefined && limit > 0 && amount > limit && (
            <button type="button" className="link link-primary" onClick={() => setAmount(limit)}>
              {t("budgets.takeRest", { count: quantity(limit, unit) })}
            </button>
          )}
        </p>
      )}
    </li>
  );
}

/** The price of a line changed while the form was open. */
function PriceChange({ line, before }: { line: Line; before: number }) {
  const { t } = useTranslation();
  const { change } = useCartActions();
  return (
    <p
      role="status"
      className="text-small col-span-2 col-start-2 flex flex-wrap items-center gap-x-2"
    >
      <span>{t("budgets.priceChanged", { before: price(before), now: price(unitary(line)) })}</span>
      <button
        type="button"
        className="link link-primary"
        onClick={() => change(keyOf(line), { before: undefined })}
      >
        {t("common.ok")}
      </button>
    </p>
  );
}

/** The stock, once it is known. */
function Stock({ line: { price: offer, unit = "un" } }: { line: Line }) {
  const { t } = useTranslation();
  if (!offer || offer.stock >= unknownStock) return null;
  return (
    <span className="text-muted text-small tabular">
      {t("offers.stock", { count: quantity(offer.stock, unit) })}
    </span>
  );
}
