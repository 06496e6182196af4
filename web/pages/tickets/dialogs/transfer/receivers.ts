import { folded } from "../../../../../src/shared/search.ts";
import type { Queue, Ticket, User } from "../../../../types.ts";

/** A user or a queue that may receive tickets. A user's `queueId` is null where tickets keep theirs. */
export type Receiver =
  | { key: string; name: string; user: User; queueId: number | null }
  | { key: string; name: string; queue: Queue };

/** How many customers wait for a user or in a queue, by its key. */
export type Waits = ReadonlyMap<string, number>;

/** The list shows at most so many receivers. */
const maxShown = 50;

export const userKey = (id: number) => `user${id}`;
export const queueKey = (id: number) => `queue${id}`;

/**
 * The receivers of tickets whose name contains the typed text: users first, then queues. Users who
 * are online come first, then members of the tickets' queue, then those for whom the fewest wait.
 */
export function receivers(
  { users, queues, waits }: { users: User[]; queues: Queue[]; waits: Waits },
  tickets: Ticket[],
  typed: string,
): Receiver[] {
  const all = [...userReceivers(users, tickets, waits), ...queueReceivers(queues, tickets)];
  const words = folded(typed.trim());
  return all.filter(({ name }) => folded(name).includes(words)).slice(0, maxShown);
}

function userReceivers(users: User[], tickets: Ticket[], waits: Waits): Receiver[] {
  const by = (measure: (user: User) => number) => (one: User, other: User) =>
    measure(one) - measure(other);
  const orders = [
    by(({ online }) => Number(!online)),
    by((user) => Number(!tickets.every(({ queueId }) => isMember(user, queueId)))),
    by(({ id }) => waits.get(userKey(id)) ?? 0),
    (one: User, other: User) => one.name.localeCompare(other.name),
  ];
  return users
    .filter(({ id }) => tickets.some(({ userId, status }) => userId !== id || status !== "open"))
    .toSorted((one, other) => orders.reduce((result, order) => result || order(one, other), 0))
    .flatMap((user) => {
      const stays = tickets.every(({ queueId }) => queueId !== null && serves(user, queueId));
      const queueId = stays ? null : user.queueIds[0];
      return queueId === undefined ? [] : { key: userKey(user.id), name: user.name, user, queueId };
    });
}

const queueReceivers = (queues: Queue[], tickets: Ticket[]): Receiver[] =>
  queues
    .filter(({ id }) => tickets.some(({ queueId, status }) => queueId !== id || status === "open"))
    .map((queue) => ({ key: queueKey(queue.id), name: queue.name, queue }));

const isMember = ({ queueIds }: User, queueId: number | null) =>
  queueId !== null && queueIds.includes(queueId);

const serves = (user: User, queueId: number) =>
  user.profile === "admin" || user.allTicket === "enabled" || isMember(user, queueId);
