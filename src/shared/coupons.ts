/** The kinds of discount of a coupon: an amount, a part of the subtotal, or the delivery. */
export const couponTypes = ["FIXED_DISCOUNT", "PERCENTAGE_DISCOUNT", "FREE_SHIPPING"] as const;
export type CouponType = (typeof couponTypes)[number];
