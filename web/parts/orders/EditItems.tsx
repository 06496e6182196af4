import { Minus, Plus, Trash2 } from "lucide-react";
import type { Dispatch, SetStateAction } from "react";
import { IconButton } from "../../kit/IconButton.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import type { OfferedProduct } from "../products/offers.ts";
import { ProductSearch } from "../products/ProductSearch.tsx";
import type { FullOrder, OrderItem } from "./types.ts";
import "./texts.ts";

/** The products of an edited order, and the amount of each. */
export type Cart = { productId: number; name: string; amount: number }[];

/** A product has one row, though its pieces may have several prices. */
export const cartOf = ({ orderItems }: FullOrder): Cart =>
  [...Map.groupBy(orderItems, ({ productId }) => productId)].map(([productId, lines]) => ({
    productId,
    name: lines[0]!.product.name,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
  }));

type Line = Pick<OrderItem, "productId" | "amount" | "unitary">;

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
  const set = (productId: number, amount: number) =>
    onChange(
      amount < 1
        ? cart.filter((item) => item.productId !== productId)
        : cart.map((item) => (item.productId === productId ? { ...item, amount } : item)),
    );
  const add = ({ id, name, stock }: OfferedProduct, amount: number) => {
    // The order's own pieces are not in the stock, so they may be added again when the stock is
    // empty.
    if (stock < 1 && !order.orderItems.some(({ productId }) => productId === id)) return false;
    onChange((now) =>
      now.some(({ productId }) => productId === id)
        ? now.map((item) =>
            item.productId === id ? { ...item, amount: item.amount + amount } : item,
          )
        : [...now, { productId: id, name, amount }],
    );
    return true;
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("orders.items.title")}</legend>
      <ul className="border-line divide-line rounded-card divide-y border">
        {cart.map(({ productId, name, amount }) => (
          <li key={productId} className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
            <p className="min-w-0 flex-1">
              <span className="block truncate">{name}</span>
              <span className="text-muted text-small tabular">{pricesOf(productId, lines)}</span>
            </p>
            <IconButton
              label={t("orders.items.less", { name })}
              icon={Minus}
              disabled={amount <= 1}
              onClick={() => set(productId, amount - 1)}
            />
            <input
              inputMode="numeric"
              aria-label={t("orders.items.amountOf", { name })}
              className="input tabular w-14! px-1 text-center"
              value={amount}
              onChange={({ target }) =>
                set(
                  productId,
                  Math.min(99_999, Math.max(1, Number(target.value.replace(/\D/g, "")))),
                )
              }
            />
            <IconButton
              label={t("orders.items.more", { name })}
              icon={Plus}
              onClick={() => set(productId, amount + 1)}
            />
            <IconButton
              label={t("orders.items.remove", { name })}
              icon={Trash2}
              className="text-muted hover:text-error focus-visible:text-error"
              disabled={cart.length === 1}
              onClick={() => set(productId, 0)}
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

/** The price of a piece; with several prices, the number of pieces at each. */
function pricesOf(productId: number, lines: Line[]): string {
  const own = lines.filter((line) => line.productId === productId);
  if (own.length < 2) return own.map(({ unitary }) => money(unitary)).join("");
  return own.map(({ amount, unitary }) => `${amount} × ${money(unitary)}`).join(" + ");
}
