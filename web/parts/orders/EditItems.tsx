import { type Dispatch, type SetStateAction, useEffect, useRef } from "react";
import type { Problem } from "../../../src/pricing/terms.ts";
import { addAmounts } from "../../../src/shared/units.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import type { CartActions } from "../cart/cart-actions.ts";
import { CartLines } from "../cart/CartLines.tsx";
import { groupTerms, keyOf, newKey, storePrice } from "../cart/line.ts";
import type { OfferedProduct } from "../products/offers.ts";
import { ProductSearch, type SearchHandle } from "../products/ProductSearch.tsx";
import { type Cart, type PricedItem, pricedLine } from "./cart.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

type SetCart = Dispatch<SetStateAction<Cart>>;

type Props = {
  order: FullOrder;
  cart: Cart;
  /** The items of the last calculation, with the price of each piece. */
  lines: PricedItem[];
  /** The reasons for which the last calculation was refused. */
  problems: Problem[];
  onChange: SetCart;
};

/**
 * Edits the items of an order: amounts, options and notes, more products and fewer. The last item
 * cannot be removed.
 */
export function EditItems({ order, cart, lines, problems, onChange }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLFieldSetElement>(null);
  const search = useRef<SearchHandle>(null);
  useProducts(cart, onChange);
  const actions: CartActions = {
    change: (key, change) =>
      onChange((now) => now.map((line) => (keyOf(line) === key ? { ...line, ...change } : line))),
    remove: (key) => onChange((now) => now.filter((line) => keyOf(line) !== key)),
  };
  const priced = cart.map((line) => pricedLine(line, lines));
  return (
    <fieldset ref={box}>
      <legend className="mb-1 font-medium">{t("orders.items.title")}</legend>
      <div className="border-line rounded-card mb-2 border px-3">
        <CartLines
          lines={priced.map(({ line }) => line)}
          actions={actions}
          keepsOne
          quoted={priced.map(({ quoted }) => quoted)}
          obstacles={problems}
          onNext={() => box.current?.querySelector<HTMLElement>("[data-product-search]")?.focus()}
          search={search}
        />
      </div>
      <ProductSearch
        handle={search}
        storeId={order.storeId}
        label={t("orders.items.add")}
        add={(offer, amount) => add(order, cart, onChange, offer, amount)}
      />
    </fieldset>
  );
}

/** Adds a product. One with options gets a line of its own. Returns false without stock. */
function add(
  order: FullOrder,
  cart: Cart,
  onChange: SetCart,
  offer: OfferedProduct,
  amount: number,
): boolean {
  const { id: productId, name, ean, unit, stock, optionGroups } = offer;
  // The order's own pieces are not in the stock, so they may be added again when the stock is
  // empty.
  if (stock <= 0 && !order.orderItems.some((item) => item.productId === productId)) return false;
  const same = cart.filter((line) => line.productId === productId);
  const groups = optionGroups.map(groupTerms);
  const existing = groups.length > 0 ? undefined : same[0];
  if (existing)
    onChange((now) =>
      now.map((line) =>
        line === existing ? { ...line, amount: addAmounts(line.amount, amount) } : line,
      ),
    );
  else
    onChange((now) => [
      ...now,
      {
        ...newKey(productId, same),
        productId,
        name,
        ean,
        picture: offer.mediaPath,
        unit,
        amount,
        groups,
        options: [],
        note: "",
        isActive: true,
        price: storePrice(offer),
      },
    ]);
  return true;
}

/** Reads the pictures of the products of a cart, and the options that they have today. */
function useProducts(cart: Cart, onChange: SetCart) {
  useEffect(() => {
    let isLate = false;
    const read = async (productId: number) => {
      const { optionGroups, mediaPath } = await api.get<
        Pick<OfferedProduct, "optionGroups" | "mediaPath">
      >(`/products/${productId}`);
      const groups = optionGroups.map(groupTerms);
      if (!isLate)
        onChange((now) =>
          now.map((line) =>
            line.productId === productId ? { ...line, groups, picture: mediaPath } : line,
          ),
        );
    };
    // A deleted product has no options to choose any more.
    for (const productId of new Set(cart.map((line) => line.productId)))
      void read(productId).catch(() => undefined);
    return () => void (isLate = true);
  }, []);
}
