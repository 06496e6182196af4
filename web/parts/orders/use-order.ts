import { useEffect, useRef, useState } from "react";
import { api, ApiError } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import type { FullOrder, Order } from "./types.ts";

/**
 * One order with its history, reloaded when it changes. Null until it loads; `isGone` when it does
 * not exist or was deleted.
 */
export function useOrder(id: number) {
  const [order, setOrder] = useState<FullOrder | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [isGone, setIsGone] = useState(false);
  const round = useRef(0);

  const read = async () => {
    const thisRound = ++round.current;
    try {
      const fetched = await api.get<FullOrder>(`/orders/${id}`);
      if (thisRound !== round.current) return;
      setOrder(fetched);
      setFailed(null);
    } catch (error) {
      if (thisRound !== round.current) return;
      if (error instanceof ApiError && error.status === 404) setIsGone(true);
      else setFailed(error);
    }
  };

  useEffect(() => {
    setOrder(null);
    setIsGone(false);
    void read();
    const closers = [
      live.on("order", ({ action, orderId, order: changed }) => {
        if (action === "delete" && Number(orderId) === id) setIsGone(true);
        else if ((changed as Order | undefined)?.id === id) void read();
      }),
      live.onReset(() => void read()),
    ];
    return () => {
      round.current++;
      for (const close of closers) close();
    };
  }, [id]);

  return { order, failed, isGone, read: () => void read() };
}
