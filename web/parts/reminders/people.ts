import type { Connection, Ticket, User } from "../../types.ts";

/**
 * The other users who see a ticket, by the server's rule: admins, its user, and agents of its queue
 * while it is pending.
 */
export function peopleWhoSee(
  { queueId, whatsappId, status, userId }: Ticket,
  users: User[],
  connections: Connection[],
  myId: number,
): User[] {
  const queues =
    queueId === null
      ? (connections.find(({ id }) => id === whatsappId)?.queues.map(({ id }) => id) ?? [])
      : [queueId];
  const serves = ({ allTicket, queueIds }: User) =>
    allTicket === "enabled" || queueIds.some((id) => queues.includes(id));
  return users.filter(
    (user) =>
      user.id !== myId &&
      (user.profile === "admin" || (serves(user) && (status === "pending" || userId === user.id))),
  );
}
