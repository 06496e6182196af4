import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import { queues } from "../../lists/company-lists.ts";
import type { Queue } from "./types.ts";

/** Queues in the order of the menu. */
export const inOrder = (rows: Queue[]) =>
  rows.toSorted(
    (one, other) => one.orderQueue - other.orderQueue || one.name.localeCompare(other.name),
  );

/** Moves a queue in the menu, only on this screen. */
export function moveOnScreen(id: number, to: number) {
  const rows = inOrder(queues.rows.peek() ?? []);
  const from = rows.findIndex((row) => row.id === id);
  const [row] = rows.splice(from, 1);
  if (!row) return;
  rows.splice(Math.max(0, Math.min(rows.length, to)), 0, row);
  queues.rows.value = rows.map((one, orderQueue) => ({ ...one, orderQueue }));
}

/** Saves the order on screen. A refusal restores the old order. */
export async function keepOrder(before: Queue[] | null) {
  const ids = inOrder(queues.rows.peek() ?? []).map(({ id }) => id);
  if (
    !before ||
    ids.join() ===
      inOrder(before)
        .map(({ id }) => id)
        .join()
  )
    return;
  try {
    await api.put("/queue/order", { ids });
  } catch (error) {
    queues.rows.value = before;
    toast.error(error);
  }
}
