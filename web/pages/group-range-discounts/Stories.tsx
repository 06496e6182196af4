import { listStories } from "../../parts/ListStories.tsx";
import { groupRangeDiscounts } from "./GroupRangeDiscounts.tsx";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", userId: 1 };
const many = [
  { id: 1, name: "Vendedores", discount: 5, ...times },
  { id: 2, name: "Gerentes", discount: 12.5, ...times },
];

export const groupRangeDiscountStories = listStories("discount ranges", groupRangeDiscounts, many);
