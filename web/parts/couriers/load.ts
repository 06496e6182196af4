import { useEffect, useState } from "react";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import { methodNameOf } from "../orders/payments.ts";
import type { FullOrder } from "../orders/types.ts";

/** The orders that a courier has to bring or to settle, and their money. */
export type CourierLoad = {
  courier: { id: number; name: string };
  orders: FullOrder[];
  /** Money that they bring back in cash. */
  cash: string;
  /** Coins that they take along. */
  change: string;
};

/** A courier's load, refreshed as orders change; null until it is loaded. */
export function useLoad(courierId: number | null) {
  const [load, setLoad] = useState<CourierLoad | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (courierId === null) return;
    let isLate = false;
    const read = () =>
      void api.get<CourierLoad>(`/couriers/${courierId}/load`).then(
        (answer) => {
          if (isLate) return;
          setLoad(answer);
          setFailed(null);
        },
        (error) => !isLate && setFailed(error),
      );
    read();
    const closers = [live.on("order", read), live.onReset(read)];
    return () => {
      isLate = true;
      closers.forEach((close) => close());
    };
  }, [courierId, round]);
  const isOf = load?.courier.id === courierId;
  return { load: isOf ? load : null, failed, retry: () => setRound(round + 1) };
}

/** Whether a courier brings money back for an order. One that is paid later brings none. */
export const isOwed = ({ owed, paymentId }: Pick<FullOrder, "owed" | "paymentId">) =>
  paymentId !== null && centsOf(owed) > 0;

export const sumOwed = (orders: FullOrder[]) =>
  amountOf(orders.filter(isOwed).reduce((sum, { owed }) => sum + centsOf(owed), 0));

export const methodOf = ({ payments: [first] }: FullOrder) => (first ? methodNameOf(first) : "–");
