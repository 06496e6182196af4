import type { CouponType } from "../shared/coupons.ts";
import type { RouteType } from "../shared/sales.ts";
import type { DeliveryFeeType } from "../shared/settings.ts";
import { freightOf, type Coordinates, type FeeTier } from "./freight.ts";
import { share, spread, wholePercent } from "./rounding.ts";

/** A product's prices (cents) and stock in the store; a promotion price of 0 is none. */
export type Price = { sellingPrice: number; promotionPrice: number; stock: number };

/** A product; `price` is null when the store has none for it. */
export type ProductTerms = { isActive: boolean; price: Price | null };

/** `value` is cents, or hundredths of a percent of a percentage. */
export type CouponTerms = { type: CouponType; value: number; valueMin: number };

/** From which total (cents) on how many instalments are offered. */
export type InstallmentRule = { minimumValue: number; installments: number };

/** The rules of a payment method. */
export type PaymentTerms = {
  change: boolean;
  installments: boolean;
  rules: readonly InstallmentRule[];
};

export type StoreTerms = Coordinates & { fees: readonly FeeTier[] };

/** Everything that prices depend on. A value that is missing, or not chosen yet, is null. */
export type Terms = {
  products: ReadonlyMap<number, ProductTerms>;
  store: StoreTerms | null;
  feeType: DeliveryFeeType;
  payment: PaymentTerms | null;
  coupon: CouponTerms | null;
  /**
   * The highest discount of the user who saves, in hundredths of a percent; null when they may give
   * none.
   */
  maxDiscount: number | null;
  /**
   * The discount that is already saved, in cents of its subtotal: any user may save the same share
   * again.
   */
  saved?: { discount: number; subTotal: number };
};

/** A discount as typed: hundredths of a percent, or cents. */
export type Discount = { percent: number } | { value: number };

/**
 * The price that was promised for the pieces of a line, in cents; it holds whatever the price is
 * today.
 */
export type SoldAt = { unitary: number; unitaryGross: number };

export type Cart = {
  items: readonly { productId: number; amount: number; soldAt?: SoldAt }[];
  typeRoute: RouteType;
  address: Coordinates | null;
  /** Not looked at beside a coupon. */
  discount: Discount | null;
  installments: number;
  /** The banknote that the customer pays with and wants change for, in cents; 0 for none. */
  changeFor: number;
};

export const problemCodes = [
  "noStore",
  "noItems",
  "noAddress",
  "noPayment",
  "amount",
  "productGone",
  "noPrice",
  "stock",
  "noCoordinates",
  "discountNotAllowed",
  "discountAboveMax",
  "discountAboveTotal",
  "couponBelowMin",
  "couponAboveTotal",
  "installments",
  "changeBelowTotal",
  "tooHigh",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/**
 * A reason why a cart can't be sold. `line` counts from 0; `limit` is the nearest accepted value:
 * pieces, cents, hundredths of a percent, or instalments.
 */
export type Problem = { code: ProblemCode; line?: number; limit?: number };

/**
 * Cents. `unitaryGross` is the price without promotion; `total` is `amount × unitary − discount`.
 */
export type QuoteLine = {
  productId: number;
  amount: number;
  unitary: number;
  unitaryGross: number;
  discount: number;
  total: number;
};

export type Quote = {
  lines: QuoteLine[];
  subTotal: number;
  freight: number;
  discount: number;
  /** The discount in hundredths of a percent of the subtotal, rounded. */
  discountPercent: number;
  total: number;
  /** Whether the coupon counts; one that does not is dropped. */
  couponApplies: boolean;
  /** The most instalments on offer, at least 1. */
  maxInstallments: number;
  installments: number;
  /** The money that is given back of `changeFor`. */
  change: number;
  problems: Problem[];
};

/** The highest total of a budget, in cents: the wire's money type holds no more. */
export const highestTotal = 999_999_999;

/** The most pieces on one line. */
export const highestAmount = 999_999;

/**
 * A cart's totals, and all reasons why it can't be sold. Never throws: a half-filled cart has
 * figures too. rules.md#quote
 */
export function quote(terms: Terms, cart: Cart): Quote {
  const { items, problems } = itemsOf(terms, cart);
  const gross = items.map(({ amount, unitary }) => amount * unitary);
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

type Item = Omit<QuoteLine, "discount" | "total">;

function itemsOf({ products, store }: Terms, cart: Cart): { items: Item[]; problems: Problem[] } {
  const problems: Problem[] = [];
  if (!store) problems.push({ code: "noStore" });
  if (cart.items.length === 0) problems.push({ code: "noItems" });
  const taken = new Map<number, number>();
  const items = cart.items.map(({ productId, amount: requested, soldAt }, line) => {
    const amount =
      Number.isInteger(requested) && requested >= 1 && requested <= highestAmount ? requested : 0;
    if (amount === 0) problems.push({ code: "amount", line });
    const product = products.get(productId);
    const price = product?.price;
    if (!soldAt && !product?.isActive) problems.push({ code: "productGone", line });
    // Without a store nothing has a price, and one problem reports it.
    else if (!soldAt && store && !price?.sellingPrice) problems.push({ code: "noPrice", line });
    else if (price) {
      const before = taken.get(productId) ?? 0;
      taken.set(productId, before + amount);
      if (before + amount > price.stock)
        problems.push({ code: "stock", line, limit: Math.max(0, price.stock - before) });
    }
    return { productId, amount, ...(soldAt ?? priceOf(product)) };
  });
  return { items, problems };
}

/** A piece's price now; 0 while the product is not sold. */
export function priceOf(product: ProductTerms | undefined): SoldAt {
  if (!product?.isActive || !product.price) return { unitary: 0, unitaryGross: 0 };
  const { sellingPrice, promotionPrice } = product.price;
  return {
    unitary: promotionPrice > 0 ? promotionPrice : sellingPrice,
    unitaryGross: sellingPrice,
  };
}

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
  if (!isGranted(value, subTotal, saved)) {
    if (maxDiscount === null && value > 0) problems.push({ code: "discountNotAllowed" });
    if (maxDiscount !== null && isAbove(requested, value, subTotal, maxDiscount))
      problems.push({ code: "discountAboveMax", limit: maxDiscount });
  }
  return { discount, couponApplies: false };
}

/** Whether a discount takes no larger share of its subtotal than the saved one. rules.md#quote */
const isGranted = (value: number, subTotal: number, saved: Terms["saved"]) =>
  saved !== undefined &&
  saved.subTotal > 0 &&
  value <= share(subTotal, saved.discount, saved.subTotal);

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
  if (freight === undefined) problems.push({ code: "noCoordinates" });
  return freight ?? 0;
}

function paymentOf(payment: PaymentTerms | null, cart: Cart, total: number, problems: Problem[]) {
  if (!payment) problems.push({ code: "noPayment" });
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
