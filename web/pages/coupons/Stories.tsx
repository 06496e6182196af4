import { listStories } from "../../parts/ListStories.tsx";
import { coupons } from "./Coupons.tsx";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", userId: 1 };
const coupon = {
  type: "PERCENTAGE_DISCOUNT",
  value: "10.00",
  valueMin: null,
  startDate: "2026-11-20",
  expirationDate: "2026-12-24",
  maxUsage: 0,
  currentUsage: 7,
  isActive: true,
  ...times,
} as const;
const many = [
  { ...coupon, id: 1, code: "NATAL10" },
  {
    ...coupon,
    id: 2,
    code: "ENTREGAGRATISPARAOBAIRROTODO10",
    type: "FREE_SHIPPING" as const,
    value: "0.00",
    maxUsage: 50,
  },
  {
    ...coupon,
    id: 3,
    code: "CINCO",
    type: "FIXED_DISCOUNT" as const,
    value: "5.00",
    isActive: false,
  },
];

export const couponStories = listStories("coupons", coupons, many);
