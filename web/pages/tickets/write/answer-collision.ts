import { live } from "../../../session/live.ts";
import { me } from "../../../session/session.ts";
import type { Message } from "../../../types.ts";

/** Another user's recent message in a ticket. */
export type Answer = { messageId: number; userId: number | null; body: string; at: number };

/** How long (ms) the composer points out a colleague's answer. */
const freshFor = 10_000;

/** Another user's message in this ticket after `since`, unless it was dismissed. */
export function findCollision(ticketId: number, since: number): Answer | undefined {
  const answer = answers.get(ticketId);
  return answer && answer.at >= since && Date.now() - answer.at < freshFor ? answer : undefined;
}

/** Stops asking about this answer. */
export const dismissCollision = (ticketId: number) => void answers.delete(ticketId);

const answers = new Map<number, Answer>();

live.on("appMessage", ({ action, message }) => {
  if (action !== "create") return;
  const { id, ticketId, fromMe, origin, userId, body } = message as Message;
  if (!fromMe || origin === "bot" || userId === me.peek()?.id) return;
  answers.set(ticketId, { messageId: id, userId, body, at: Date.now() });
});
