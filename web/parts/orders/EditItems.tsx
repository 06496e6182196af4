import { useState, type Dispatch, type SetStateAction } from "react";
import {
  addAmounts,
  fitsUnit,
  highestAmount,
  stepOf,
  type Unit,
} from "../../../src/shared/units.ts";
import { Minus, Plus, Trash2 } from "lucide-react";
import { IconButton } from "../../kit/IconButton.tsx";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { language, money, useTranslation } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import { quantity } from "../products/amounts.ts";
import type { OfferedProduct } from "../products/offers.ts";
import { ProductSearch } from "../products/ProductSearch.tsx";
import { ItemWishes } from "../products/ItemWishes.tsx";
import type { FullOrder, OrderItem } from "./types.ts";
import "./texts.ts";

/** The products of an edited order, and the amount of each. */
export type CartItem = Pick<OrderItem, "productId" | "unit" | "amount" | "options" | "note"> & {
  name: string;
};
export type Cart = CartItem[];

/** A product with the same options and note has one row, though its pieces may have several prices. */
export const cartOf = ({ orderItems }: FullOrder): Cart =>
  [...Map.groupBy(orderItems, keyOf).values()].map((lines) => {
    const { productId, product, unit, options, note } = lines[0]!;
    const amount = lines.reduce((sum, line) => addAmounts(sum, line.amount), 0);
    return { productId, name: product.name, unit, amount, options, note };
  });

const keyOf = ({ productId, options, note }: Pick<CartItem, "productId" | "options" | "note">) =>
  JSON.stringify([productId, options.map(({ optionId, amount }) => [optionId, amount]), note]);

type Line = Pick<OrderItem, "productId" | "amount" | "unitary" | "options" | "note">;

type Props = {
  order: FullOrder;
  cart: Cart;
  /** The lines of the last calculation, with the price of each piece. */
  lines: Line[];
  onChange: Dispatch<SetStateAction<Cart>>;
};

/**
 * Edits the items of an order: changes amounts, adds and removes. The last item cannot be removed.
 */
export function EditItems({ order, cart, lines, onChange }: Props) {
  const { t } = useTranslation();
  const set = (row: CartItem, amount: number) =>
    onChange(
      amount <= 0
        ? cart.filter((item) => item !== row)
        : cart.map((item) => (item === row ? { ...item, amount } : item)),
    );
  const add = ({ id, name, unit, stock }: OfferedProduct, amount: number) => {
    // The order's own pieces are not in the stock, so they may be added again when the stock is
    // empty.
    if (stock <= 0 && !order.orderItems.some(({ productId }) => productId === id)) return false;
    onChange((now) =>
      now.some(({ productId }) => productId === id)
        ? now.map((item) =>
            item.productId === id ? { ...item, amount: addAmounts(item.amount, amount) } : item,
          )
        : [...now, { productId: id, name, unit, amount, options: [], note: "" }],
    );
    return true;
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("orders.items.title")}</legend>
      <ul className="border-line divide-line rounded-card divide-y border">
        {cart.map((row) => (
          <li key={keyOf(row)} className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
            <p className="min-w-0 flex-1">
              <span className="block truncate">{row.name}</span>
              <ItemWishes item={{ ...row, kit: null }} />
              <span className="text-muted text-small tabular">{pricesOf(row, lines)}</span>
            </p>
            <IconButton
              label={t("orders.items.less", { name: row.name })}
              icon={Minus}
              disabled={row.amount <= stepOf(row.unit)}
              onClick={() => set(row, addAmounts(row.amount, -stepOf(row.unit)))}
            />
            <AmountField
              name={row.name}
              unit={row.unit}
              amount={row.amount}
              onChange={(value) => set(row, value)}
            />
            <IconButton
              label={t("orders.items.more", { name: row.name })}
              icon={Plus}
              onClick={() => set(row, addAmounts(row.amount, stepOf(row.unit)))}
            />
            <IconButton
              label={t("orders.items.remove", { name: row.name })}
              icon={Trash2}
              className="text-muted hover:text-error focus-visible:text-error"
              disabled={cart.length === 1}
              onClick={() => set(row, 0)}
            />
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <ProductSearch storeId={order.storeId} label={t("orders.items.add")} add={add} />
      </div>
    </fieldset>
  );
}

type AmountProps = {
  name: string;
  unit: Unit;
  amount: number;
  onChange: (amount: number) => void;
};

/** The amount of an item. A text that is none changes nothing. */
function AmountField({ name, unit, amount, onChange }: AmountProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const tag = languageTags[language.peek()];
  const type = (text: string) => {
    const value = decimalOf(text, tag, 3);
    setTyped(text);
    if (value && value <= highestAmount && fitsUnit(value, unit)) onChange(value);
  };
  return (
    <input
      inputMode={unit === "un" ? "numeric" : "decimal"}
      aria-label={t("orders.items.amountOf", { name })}
      className={`input tabular px-1 text-center ${unit === "un" ? "w-14!" : "w-20!"}`}
      value={typed ?? decimalText(amount, tag, 0, 3)}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}

/** The price of one of the unit; with several prices, the amount at each. */
function pricesOf(row: CartItem, lines: Line[]): string {
  const { unit } = row;
  const own = lines.filter((line) => keyOf(line) === keyOf(row));
  const per = unit === "un" ? "" : ` / ${unit}`;
  if (own.length < 2) return own.map(({ unitary }) => `${money(unitary)}${per}`).join("");
  return own
    .map(({ amount, unitary }) => `${quantity(amount, unit)} × ${money(unitary)}`)
    .join(" + ");
}
