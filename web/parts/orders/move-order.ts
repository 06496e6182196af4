import { api } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

/** Gives an order another status, and says whether the customer was told. Throws `ApiError`. rules.md#order-texts */
export async function moveOrder(id: number, statusId: number): Promise<FullOrder> {
  const moved = await api.put<FullOrder>(`/orders/${id}/status/${statusId}`);
  const isTold = moved.history.at(-1)?.told && moved.contact;
  toast.success(isTold ? t("orders.movedAndTold", { moved: t("orders.moved"), name: moved.contact?.name }) : t("orders.moved"));
  return moved;
}
