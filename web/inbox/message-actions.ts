import { signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import { copy } from "../kit/copy.ts";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { setDraft } from "./draft.ts";
import { mayEdit } from "../messages/message-rules.ts";
import { sourceOf } from "./upload.ts";
import { patchMessage, putMessages, thread } from "./thread.ts";
import { bubbleOf, type MessageBubble } from "../messages/bubble.ts";
import type { Message } from "../types.ts";

/** The message whose words are being changed. */
export const editing = signal<number | null>(null);

/** The messages that are about to be forwarded, and the one whose earlier versions are shown. */
export const forwarding = signal<{ ticketId: number; messages: MessageBubble[] } | null>(null);
export const showingVersions = signal<{ ticketId: number; bubble: MessageBubble } | null>(null);
/** The place that is about to become a store's. */
export const placingStore = signal<{
  ticketId: number;
  place: NonNullable<MessageBubble["place"]>;
} | null>(null);

/** Emojis at hand. */
export const quickEmojis = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/**
 * Our reaction to a message; the same once more takes it back. Shown at once, and undone when it is
 * refused.
 */
export async function react(ticketId: number, { id, reactions }: MessageBubble, chosen: string) {
  if (id === null) return;
  const emoji = reactions.some((known) => known.fromMe && known.emoji === chosen) ? "" : chosen;
  const others = reactions.filter(({ fromMe }) => !fromMe);
  patchMessage(ticketId, id, {
    reactions: emoji ? [...others, { emoji, fromMe: true, contactId: 0, name: null }] : others,
  });
  try {
    putMessages(ticketId, [await api.post<Message>(`/messages/react/${id}`, { emoji })]);
  } catch (error) {
    patchMessage(ticketId, id, { reactions });
    toast.error(error);
  }
}

/** Edits a message. False when that was refused. */
export async function edit(ticketId: number, messageId: number, body: string): Promise<boolean> {
  try {
    putMessages(ticketId, [await api.post<Message>(`/messages/edit/${messageId}`, { body })]);
    return true;
  } catch (error) {
    toast.error(error);
    return false;
  }
}

/** Opens the last message of ours for a change, when it can still be changed. */
export function editLast(ticketId: number) {
  const last = thread(ticketId)
    .messages.peek()
    .findLast(({ fromMe, origin }) => fromMe && origin !== "bot");
  if (last && mayEdit(bubbleOf(last), Date.now())) editing.value = last.id;
}

/** Takes a message back for all. Throws `ApiError`. */
export async function erase(ticketId: number, messageId: number) {
  putMessages(ticketId, [await api.del<Message>(`/messages/${messageId}`)]);
}

/** Retries what failed: sending a message, or fetching its file. */
export async function resend({ id }: MessageBubble) {
  try {
    const message = await api.post<Message>(`/messages/${id}/retry`);
    putMessages(message.ticketId, [message]);
  } catch (error) {
    toast.error(error);
  }
}

/** Replies to a message: it is quoted above the composer. */
export function quote(ticketId: number, { id, body, mine, kind }: MessageBubble) {
  if (id === null) return;
  setDraft(ticketId, { quotedMsg: { id, body, fromMe: mine, mediaType: kind } });
  document.querySelector<HTMLElement>("[data-composer]")?.focus();
}

export async function copyText(text: string) {
  if (await copy(text)) toast.success(t("messages.menu.copied"));
  else toast.error(t("messages.menu.notCopied"));
}

export function download(bubble: MessageBubble) {
  const source = sourceOf(bubble);
  if (!source) return;
  const link = document.createElement("a");
  link.href = source;
  link.download = bubble.mediaName ?? "";
  link.click();
}
