import type { CouponType } from "../shared/coupons.ts";
import type { RouteType } from "../shared/sales.ts";
import type { PriceMode } from "../shared/option-groups.ts";
import type { DeliveryFeeType } from "../shared/settings.ts";
import type { Unit } from "../shared/units.ts";
import type { Coordinates, FeeTier, Place } from "./freight.ts";

/**
 * A price (cents) that holds on some days and hours of the company's. It begins at `startTime`, and
 * ends before `endTime`. Weekdays count from Sunday, 0; none means all.
 */
export type DatedPrice = {
  price: number;
  startDate: string;
  endDate: string;
  weekdays: readonly number[];
  startTime: string | null;
  endTime: string | null;
};

/** A moment on the company's clock: `2026-11-28`, 6, `12:30`. */
export type Moment = { day: string; weekday: number; time: string };

/**
 * A product's prices (cents, for one of its unit) and stock in the store; a promotion price of 0 is
 * none.
 */
export type Price = {
  sellingPrice: number;
  promotionPrice: number;
  stock: number;
  promotions?: readonly DatedPrice[];
};

/** An option that is added to the price of one, or replaces it. Cents. */
export type OptionTerms = { id: number; name: string; price: number; priceMode: PriceMode };

/** A customer chooses from `min` to `max` of a group's options. */
export type OptionGroupTerms = {
  id: number;
  name?: string;
  min: number;
  max: number;
  options: readonly OptionTerms[];
};

/** A product of which one kit takes so many. */
export type KitPart = { productId: number; amount: number };

/** A product; `price` is null when the store has none for it. */
export type ProductTerms = {
  isActive: boolean;
  unit: Unit;
  price: Price | null;
  groups?: readonly OptionGroupTerms[];
  /** The products that one of it takes from the stock, in place of itself. */
  kit?: readonly KitPart[] | null;
};

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
  /** The products of the cart, and those that its kits are made of. */
  products: ReadonlyMap<number, ProductTerms>;
  /** When the cart is sold. Without it no dated price holds. */
  at?: Moment;
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
export type SoldAt = { unitary: number; unitaryGross: number; options?: PricedOption[] };

/** An option that a customer chose; `amount` is for one of the product. */
export type ChosenOption = { optionId: number; amount: number };

/** A chosen option as it was when it was chosen. `price` is cents. */
export type PricedOption = ChosenOption & Omit<OptionTerms, "id">;

export type CartItem = {
  productId: number;
  /** In the product's unit, to the thousandth. */
  amount: number;
  options?: readonly ChosenOption[];
  /** The customer's wish, which changes no price. */
  note?: string;
  soldAt?: SoldAt;
};

export type Cart = {
  items: readonly CartItem[];
  typeRoute: RouteType;
  address: Place | null;
  /** Not looked at beside a coupon. */
  discount: Discount | null;
  installments: number;
  /** The banknote that the customer pays with and wants change for, in cents; 0 for none. */
  changeFor: number;
  /** The contact pays later, by a method that nobody names yet. */
  payLater?: boolean;
};

export const problemCodes = [
  "noStore",
  "noItems",
  "noAddress",
  "noPayment",
  "amount",
  "optionGone",
  "optionsMissing",
  "optionsTooMany",
  "productGone",
  "noPrice",
  "stock",
  "noCoordinates",
  "otherDistrict",
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
 * A reason why a cart can't be sold. `line`, and `option` within it, count from 0. `limit` is the
 * nearest accepted value: an amount of goods, cents, hundredths of a percent, or a count.
 */
export type Problem = { code: ProblemCode; line?: number; option?: number; limit?: number };

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
  options: PricedOption[];
  note: string;
  kit: readonly KitPart[] | null;
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
