import type { CouponType } from "../shared/coupons.ts";
import type { RouteType } from "../shared/sales.ts";
import type { DeliveryFeeType } from "../shared/settings.ts";
import type { Unit } from "../shared/units.ts";
import type { Coordinates, FeeTier } from "./freight.ts";

/**
 * A product's prices (cents, for one of its unit) and stock in the store; a promotion price of 0 is
 * none.
 */
export type Price = { sellingPrice: number; promotionPrice: number; stock: number };

/** A product; `price` is null when the store has none for it. */
export type ProductTerms = { isActive: boolean; unit: Unit; price: Price | null };

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
 * The price that was promised for a line, in cents for one of its unit; it holds whatever the price
 * is today.
 */
export type SoldAt = { unitary: number; unitaryGross: number };

export type Cart = {
  /** `amount` is in the product's unit, to the thousandth. */
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
 * an amount of goods, cents, hundredths of a percent, or instalments.
 */
export type Problem = { code: ProblemCode; line?: number; limit?: number };

/**
 * Cents. `unitary` is for one of the unit, and `unitaryGross` the same without promotion; `total` is
 * `amount × unitary`, rounded, less the discount.
 */
export type QuoteLine = {
  productId: number;
  unit: Unit;
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
