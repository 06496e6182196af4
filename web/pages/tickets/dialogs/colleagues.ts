import type { User } from "../types.ts";

/** Who can be given a ticket of a queue, of those called so: its own people first. Three characters at least. doc 1 §2 */
export function colleagues(users: User[], queueId: number, typed: string): User[] {
  const words = plain(typed);
  if (words.length < 3) return [];
  const able = users.filter((user) => serves(user, queueId) && plain(user.name).includes(words));
  return able.toSorted((one, other) => Number(isOf(other, queueId)) - Number(isOf(one, queueId)) || one.name.localeCompare(other.name));
}

/** Whether a queue is among those that someone works in, and not merely open to them. */
export const isOf = ({ queueIds }: User, queueId: number) => queueIds.includes(queueId);

const serves = (user: User, queueId: number) => user.profile === "admin" || user.allTicket === "enabled" || isOf(user, queueId);

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
