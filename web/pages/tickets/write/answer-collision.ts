import { live } from "../../../session/live.ts";
import { me } from "../../../session/session.ts";
import type { Message } from "../../../types.ts";

/** What another user sent in a ticket a moment ago. */
export type Answer = { messageId: number; userId: number | null; body: string; at: number };

/** For how long (ms) a colleague's answer is pointed out to someone writing one too. */
const freshFor = 10_000;

/** What another user sent here since `since`, unless it was dismissed. */
export function findCollision(ticketId: number, since: number): Answer | undefined {
  const answer = answers.get(ticketId);
  return answer && answer.at >= since && Date.now() - answer.at < freshFor ? answer : undefined;
}

/** Don't ask about this answer again. */
export const dismissCollision = (ticketId: number) => void answers.delete(ticketId);

const answers = new Map<number, Answer>();

live.on("appMessage", ({ action, message }) => {
  if (action !== "create") return;
  const { id, ticketId, fromMe, origin, userId, body } = message as Message;
  if (!fromMe || origin === "bot" || userId === me.peek()?.id) return;
  answers.set(ticketId, { messageId: id, userId, body, at: Date.now() });
});
