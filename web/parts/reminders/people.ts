import type { Connection, Ticket, User } from "../../types.ts";

/**
 * Who sees a ticket beside oneself, as the server has it: admins, those who serve where it waits,
 * and who holds it.
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
