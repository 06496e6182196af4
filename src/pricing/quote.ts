import { freightOf } from "./freight.ts";
import { itemsOf } from "./items.ts";
import { costOf, share, spread, wholePercent } from "./rounding.ts";
import type { Cart, CouponTerms, Discount, PaymentTerms, Problem, Quote, Terms } from "./terms.ts";

/** The highest total of a budget, in cents: the wire's money type holds no more. */
export const highestTotal = 999_999_999;

/**
 * A cart's totals, and all reasons why it can't be sold. Never throws: a half-filled cart has
 * figures too. rules.md#quote
 */
export function quote(terms: Terms, cart: Cart): Quote {
  const { items, problems } = itemsOf(terms, cart);
  const gross = items.map(({ amount, unitary }) => costOf(unitary, amount));
  const subTotal = gross.reduce((sum, each) => sum + each, 0);
  if (subTotal > highestTotal) problems.push({ code: "tooHigh", limit: highestTotal });
  const { discount, couponApplies } = discountOf(terms, cart, subTotal, problems);
  const freeShipping = couponApplies && terms.coupon?.type === "FREE_SHIPPING";
  const freight = freightFor(terms, cart, subTotal - discount, freeShipping, problems);
  const total = subTotal - discount + freight;
  const discounts = spread(discount, gross);
  return {
    lines: items.map((item, index) => ({
      ...item,
      discount: discounts[index]!,
      total: gross[index]! - discounts[index]!,
    })),
    subTotal,
    freight,
    discount,
    total,
    couponApplies,
    discountPercent: subTotal === 0 ? 0 : share(wholePercent, discount, subTotal),
    ...paymentOf(terms.payment, cart, total, problems),
    problems,
  };
}

/**
 * The value of each instalment, in cents. They add up to the total; the first ones are a cent
 * higher where needed.
 */
export const installmentValues = (total: number, installments: number): number[] =>
  Array.from(
    { length: installments },
    (_, index) => Math.floor(total / installments) + (index < total % installments ? 1 : 0),
  );

/** The most of a subtotal that a seller may take off, in cents. */
export const highestDiscount = (subTotal: number, maxDiscount: number) =>
  share(subTotal, maxDiscount, wholePercent);

function discountOf(
  { coupon, maxDiscount, saved }: Terms,
  cart: Cart,
  subTotal: number,
  problems: Problem[],
): { discount: number; couponApplies: boolean } {
  if (coupon) return couponDiscount(coupon, subTotal, problems);
  const requested = cart.discount;
  if (!requested) return { discount: 0, couponApplies: false };
  const value = Math.max(
    0,
    "percent" in requested ? share(subTotal, requested.percent, wholePercent) : requested.value,
  );
  const discount = Math.min(value, subTotal);
  if (value > subTotal) problems.push({ code: "discountAboveTotal", limit: subTotal });
  if (value > granted(subTotal, saved, maxDiscount)) {
    if (maxDiscount === null) problems.push({ code: "discountNotAllowed" });
    if (maxDiscount !== null && isAbove(requested, value, subTotal, maxDiscount))
      problems.push({ code: "discountAboveMax", limit: maxDiscount });
  }
  return { discount, couponApplies: false };
}

/**
 * The discount that a saved one grants to whoever saves: its share of a subtotal that is not larger.
 * Goods that come on top get no more than the saver may give. rules.md#quote
 */
function granted(subTotal: number, saved: Terms["saved"], maxDiscount: number | null): number {
  if (!saved || saved.subTotal === 0) return 0;
  const { discount } = saved;
  if (subTotal <= saved.subTotal) return share(subTotal, discount, saved.subTotal);
  // Rounded down: many small steps must not add up to more.
  const onTop = Math.floor(((subTotal - saved.subTotal) * (maxDiscount ?? 0)) / wholePercent);
  return discount + onTop;
}

const isAbove = (requested: Discount, value: number, subTotal: number, maxDiscount: number) =>
  value > highestDiscount(subTotal, maxDiscount) ||
  ("percent" in requested && requested.percent > maxDiscount);

function couponDiscount(
  { type, value, valueMin }: CouponTerms,
  subTotal: number,
  problems: Problem[],
) {
  const dropped = { discount: 0, couponApplies: false };
  // An empty cart has a problem of its own.
  if (subTotal === 0) return dropped;
  if (subTotal < valueMin) {
    problems.push({ code: "couponBelowMin", limit: valueMin });
    return dropped;
  }
  if (type === "FREE_SHIPPING") return { discount: 0, couponApplies: true };
  const discount = type === "PERCENTAGE_DISCOUNT" ? share(subTotal, value, wholePercent) : value;
  if (discount < subTotal) return { discount, couponApplies: true };
  problems.push({ code: "couponAboveTotal", limit: subTotal });
  return dropped;
}

function freightFor(
  { store, feeType }: Terms,
  cart: Cart,
  goods: number,
  free: boolean,
  problems: Problem[],
): number {
  if (cart.typeRoute === "RETIRADA") return 0;
  if (!cart.address) problems.push({ code: "noAddress" });
  if (free || !store || !cart.address || cart.items.length === 0) return 0;
  const freight = freightOf(store.fees, feeType, goods, store, cart.address);
  if (freight === undefined)
    problems.push({ code: feeType === "neighborhood" ? "otherDistrict" : "noCoordinates" });
  return freight ?? 0;
}

function paymentOf(payment: PaymentTerms | null, cart: Cart, total: number, problems: Problem[]) {
  if (!payment && !cart.payLater) problems.push({ code: "noPayment" });
  const offered = (payment?.installments ? payment.rules : []).filter(
    ({ minimumValue }) => minimumValue <= total,
  );
  const maxInstallments = Math.max(1, ...offered.map(({ installments }) => installments));
  const installments = payment?.installments && cart.installments >= 1 ? cart.installments : 1;
  if (installments > maxInstallments)
    problems.push({ code: "installments", limit: maxInstallments });
  const changeFor = payment?.change ? cart.changeFor : 0;
  if (changeFor > 0 && changeFor < total) problems.push({ code: "changeBelowTotal", limit: total });
  return {
    maxInstallments,
    installments: Math.min(installments, maxInstallments),
    change: changeFor > total ? changeFor - total : 0,
  };
}
