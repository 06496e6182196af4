import { signal } from "@preact/signals-react";
import { date, t, time } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { announcement } from "./announcer.ts";
import { readableBody, summaryOf } from "../messages/message-kinds.ts";
import { fetchAround, fetchThread, thread } from "./thread.ts";

/**
 * The message to scroll to; it gets the focus when nothing else takes it. A new object each time,
 * also for the same message.
 */
export type TargetMessage = { ticketId: number; messageId: number; focus: boolean };

export const targetMessage = signal<TargetMessage | null>(null);

/** Shows a message in its conversation, and loads it when it is not in memory. */
export async function goToMessage(
  ticketId: number,
  messageId: number,
  { focus = false, announceIt = true } = {},
) {
  const { messages } = thread(ticketId);
  const findLoaded = () => messages.peek().find(({ id }) => id === messageId);
  try {
    if (!findLoaded()) await fetchAround(ticketId, { aroundId: messageId });
  } catch (error) {
    toast.error(error);
    return void fetchThread(ticketId);
  }
  const message = findLoaded();
  if (!message) return void toast.info(t("messages.goneHere"));
  targetMessage.value = { ticketId, messageId, focus };
  if (announceIt)
    announcement.value = `${message.fromMe ? t("messages.you") : message.contact.name}, ${date(message.sentAt)} ${time(message.sentAt)}: ${summaryOf(message.mediaType, readableBody(message))}`;
}

/** Shows the first message of a day (YYYY-MM-DD) or after it; otherwise the last message. */
export async function goToDay(ticketId: number, day: string) {
  const { messages } = thread(ticketId);
  try {
    await fetchAround(ticketId, { date: day });
  } catch (error) {
    return void toast.error(error);
  }
  const from = new Date(`${day}T00:00:00`).toISOString();
  const first = messages.peek().find(({ sentAt }) => sentAt >= from) ?? messages.peek().at(-1);
  if (first) await goToMessage(ticketId, first.id, { focus: true });
}
