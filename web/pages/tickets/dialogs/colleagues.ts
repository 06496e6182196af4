import { signal } from "@preact/signals-react";
import { api } from "../../../kit/api.ts";
import { folded } from "../../../../src/shared/search.ts";
import type { User } from "../../../types.ts";

/** The number of open tickets by user id; empty until it is loaded. */
export const openTicketCounts = signal(new Map<number, number>());

/** The list shows at most so many agents. */
const maxShown = 50;

/** Loads the number of open tickets of each user. */
export async function readOpenTicketCounts() {
  const rows = await api
    .get<{ userId: number; count: number }[]>("/tickets/held")
    .catch(() => undefined);
  if (rows) openTicketCounts.value = new Map(rows.map(({ userId, count }) => [userId, count]));
}

/**
 * The agents of a queue whose name contains the typed text. Members of the queue come first, then
 * agents who are online, then those with the fewest tickets.
 */
export function colleagues(
  users: User[],
  queueId: number,
  typed: string,
  held: Map<number, number>,
): User[] {
  const able = users.filter(
    (user) => serves(user, queueId) && folded(user.name).includes(folded(typed.trim())),
  );
  const by = (measure: (user: User) => number) => (one: User, other: User) =>
    measure(one) - measure(other);
  const orders = [
    by((user) => Number(!worksIn(user, queueId))),
    by(({ online }) => Number(!online)),
    by(({ id }) => held.get(id) ?? 0),
    (one: User, other: User) => one.name.localeCompare(other.name),
  ];
  return able
    .toSorted((one, other) => orders.reduce((result, order) => result || order(one, other), 0))
    .slice(0, maxShown);
}

/** Whether someone is a member of a queue, and not merely allowed to see it. */
export const worksIn = ({ queueIds }: User, queueId: number) => queueIds.includes(queueId);

const serves = (user: User, queueId: number) =>
  user.profile === "admin" || user.allTicket === "enabled" || worksIn(user, queueId);
