import { useEffect, useState } from "react";
import { api } from "../../../../kit/api.ts";
import { queueKey, userKey, type Waits } from "./receivers.ts";

type Answer = {
  users: { userId: number; count: number }[];
  queues: { queueId: number; count: number }[];
};

/** How many wait for each receiver, as it was when the dialog opened; null until it is loaded. */
export function useWaits(): Waits | null {
  const [waits, setWaits] = useState<Waits | null>(null);
  useEffect(() => {
    void api.get<Answer>("/tickets/waits").then(
      ({ users, queues }) =>
        setWaits(
          new Map([
            ...users.map(({ userId, count }) => [userKey(userId), count] as const),
            ...queues.map(({ queueId, count }) => [queueKey(queueId), count] as const),
          ]),
        ),
      () => undefined,
    );
  }, []);
  return waits;
}
