import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import { me } from "../../session/session.ts";
import type { Ticket } from "../../types.ts";

/** How long (ms) after the last key the search begins. */
const pause = 300;

/** The user's open conversations, then those that wait for them; undefined while they load. */
export function useOwnTickets(text: string): Ticket[] | undefined {
  const [tickets, setTickets] = useState<Ticket[]>();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(
      () => {
        void read(text.trim()).then(
          (all) => !isOver && setTickets(all),
          (error: unknown) => toast.error(error),
        );
      },
      text ? pause : 0,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return tickets;
}

async function read(text: string): Promise<Ticket[]> {
  const [open, pending] = await Promise.all(
    (["open", "pending"] as const).map((status) =>
      api.get<{ tickets: Ticket[] }>("/tickets", {
        status,
        pageNumber: 1,
        searchParam: text || undefined,
      }),
    ),
  );
  return [...open!.tickets.filter(({ userId }) => userId === me.peek()?.id), ...pending!.tickets];
}
