import { api } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

type Shown = (order: FullOrder) => void;

/**
 * Changes an order's status. A toast tells whether the customer receives a text, and offers an undo
 * while the text waits. Throws `ApiError`. rules.md#order-texts
 */
export async function moveOrder(id: number, statusId: number, onMoved: Shown) {
  tell(await api.put<FullOrder>(`/orders/${id}/status/${statusId}`, { undo: true }), onMoved);
}

/** Toast ids by order: only an order's last move can be undone. */
const lastToast = new Map<number, number>();

function tell(moved: FullOrder, onMoved: Shown, isBack = false) {
  onMoved(moved);
  const last = moved.history.at(-1);
  const isTold = last?.told && moved.contact;
  const text = isTold
    ? t("orders.movedAndTold", { moved: t("orders.moved"), name: moved.contact?.name })
    : t("orders.moved");
  toast.close(lastToast.get(moved.id) ?? 0);
  const toastId = toast.success(
    text,
    last && (isTold || !isBack)
      ? { label: t("tickets.undo"), run: () => void undo(moved.id, last.id, onMoved) }
      : undefined,
  );
  lastToast.set(moved.id, toastId);
}

async function undo(id: number, changeId: number, onMoved: Shown) {
  try {
    tell(await api.post<FullOrder>(`/orders/${id}/undo`, { changeId }), onMoved, true);
  } catch (error) {
    toast.error(error);
  }
}
