import { signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import { copy } from "../kit/copy.ts";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { backToComposer } from "./composer-focus.ts";
import { setDraft } from "./draft.ts";
import { setNoteMode } from "./note-mode.ts";
import { abilitiesAt } from "../lists/abilities.ts";
import { mayEdit } from "../messages/message-rules.ts";
import { sourceOf } from "./upload.ts";
import { patchMessage, putMessages, thread } from "./thread.ts";
import { bubbleOf, type MessageBubble } from "../messages/bubble.ts";
import type { Message } from "../types.ts";

/** The message in the editor. */
export const editing = signal<number | null>(null);

/** The messages to forward, and the message whose earlier versions are open. */
export const forwarding = signal<{ ticketId: number; messages: MessageBubble[] } | null>(null);
export const showingVersions = signal<{ ticketId: number; bubble: MessageBubble } | null>(null);
/** The location to save as a store's address. */
export const placingStore = signal<{
  ticketId: number;
  place: NonNullable<MessageBubble["place"]>;
} | null>(null);

/** The quick reactions. */
export const quickEmojis = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/**
 * Reacts to a message; the same reaction again removes it. It shows at once, and goes away when
 * refused.
 */
export async function react(ticketId: number, { id, reactions }: MessageBubble, chosen: string) {
  if (id === null) return;
  backToComposer();
  const emoji = reactions.some((reaction) => reaction.fromMe && reaction.emoji === chosen)
    ? ""
    : chosen;
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

/** Edits a message. False when the server refuses. */
export async function edit(ticketId: number, messageId: number, body: string): Promise<boolean> {
  try {
    putMessages(ticketId, [await api.post<Message>(`/messages/edit/${messageId}`, { body })]);
    return true;
  } catch (error) {
    toast.error(error);
    return false;
  }
}

/** Opens the user's last message in the editor, when it can still be edited. */
export function editLast(ticketId: number) {
  const last = thread(ticketId)
    .messages.peek()
    .findLast(({ fromMe, origin }) => fromMe && origin !== "bot");
  if (last && mayEdit(bubbleOf(last), Date.now()) && abilitiesAt(last.whatsappId)("edit"))
    editing.value = last.id;
}

/** Deletes a message for everyone. Throws `ApiError`. */
export async function erase(ticketId: number, messageId: number) {
  putMessages(ticketId, [await api.del<Message>(`/messages/${messageId}`)]);
}

/** Retries a failed step: sending a message, or loading its file. */
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
  setNoteMode(ticketId, false);
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
