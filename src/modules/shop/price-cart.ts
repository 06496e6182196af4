import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { quote } from "../../pricing/quote.ts";
import type { Quote } from "../../pricing/terms.ts";
import { termsFor } from "../budgets/terms.ts";
import { validate } from "../coupons/coupons.ts";
import type { ShopCart } from "./table.ts";

/** A cart at today's prices. `freight` is null where people agree on it in the conversation. */
export type PricedCart = { quote: Quote; couponId: number | null; freight: number | null };

/** Nobody signs in here, so no discount by hand is allowed. */
const nobody = 0;

/**
 * Prices a cart as a budget does, by the same rules. Its problems stand in the quote. Throws missing
 * for a coupon that can't be used today.
 */
export function priceCart(db: CompanyDb, storeId: number, cart: ShopCart): PricedCart {
  const couponId = cart.couponCode ? couponOf(db, cart.couponCode) : null;
  const terms = termsFor(db, {
    storeId,
    productIds: cart.items.map(({ productId }) => productId),
    paymentId: null,
    couponId,
    userId: nobody,
  });
  const place = cart.address && { ...noPoint, neighborhood: cart.address.neighborhood };
  const figures = quote(terms, {
    items: cart.items,
    typeRoute: cart.typeRoute,
    address: place,
    discount: null,
    installments: 1,
    changeFor: 0,
    payLater: true,
  });
  // A postal code has no coordinates, so a fee by distance is agreed on in the conversation.
  const isFar = figures.problems.some(({ code }) => code === "noCoordinates");
  return {
    quote: {
      ...figures,
      problems: figures.problems.filter(({ code }) => code !== "noCoordinates"),
    },
    couponId,
    freight: isFar ? null : figures.freight,
  };
}

const noPoint = { latitude: null, longitude: null };

function couponOf(db: CompanyDb, code: string): number {
  try {
    return validate(db, code).id;
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.reason === "ERR_COUPON_INVALID")
      throw new Fault("invalid", "ERR_COUPON_INVALID", {
        message: thrown.message,
        fields: { couponCode: "invalid" },
      });
    throw thrown;
  }
}
