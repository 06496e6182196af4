import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { deduction, money, t } from "../../kit/text.ts";
import type { FullOrder, OrderItem } from "./types.ts";
import "./texts.ts";

/**
 * What a line of an order comes to before the discount, which stands below the lines.
 * rules.md#shown-sums
 */
export const lineTotal = ({ unitary, amount }: Pick<OrderItem, "unitary" | "amount">) =>
  amountOf(centsOf(unitary) * amount);

/**
 * What leads from an order's lines to its total, in the order in which it is added up; a freight of
 * null is not known yet. rules.md#shown-sums
 */
export const sumsOf = (
  {
    subTotal,
    discount,
    freight,
  }: Pick<FullOrder, "subTotal" | "discount"> & { freight: string | null },
  coupon: FullOrder["coupon"] = null,
): { label: string; text: string }[] => [
  { label: t("orders.subTotal"), text: money(subTotal) },
  ...(Number(discount) > 0
    ? [
        {
          label: coupon ? t("orders.couponDiscount", { code: coupon.code }) : t("orders.discount"),
          text: deduction(discount),
        },
      ]
    : []),
  { label: t("orders.freight"), text: freight === null ? t("orders.toBeSet") : money(freight) },
];
