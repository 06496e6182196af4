import { signal } from "@preact/signals-react";
import { ack } from "../../../src/shared/states.ts";
import { api, ApiError } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import type { MessageBubble } from "../../messages/bubble.ts";
import { type Chat, type ChatMessage, ownIn } from "../../parts/chats/chats.ts";
import type { Target } from "../../parts/talk/scroll.ts";
import type { FileToSend } from "../../parts/writing/files-to-send.ts";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";

type Pending = {
  clientId: string;
  chatId: number;
  message: string;
  file: FileToSend | null;
  at: string;
  failed: string | null;
};
type Page = { records: ChatMessage[]; hasMore: boolean };

/** The open chat's messages, oldest first. */
export const messages = signal<ChatMessage[]>([]);
export const talkState = signal<"loading" | "ready" | "failed">("loading");
export const hasOlder = signal(false);
export const olderState = signal<"idle" | "loading" | "failed">("idle");
/** The first message that was new when the chat was opened. */
export const firstUnread = signal<number | null>(null);
export const targetMessage = signal<Target | null>(null);
/** Messages of all chats that this screen sent and the server has not accepted yet. */
export const pending = signal<Pending[]>([]);
/** The draft of each chat. */
export const drafts = new Map<number, { text: string; files: FileToSend[] }>();

let openId: number | null = null;

export async function openTalk(chat: Chat) {
  const isNew = openId !== chat.id;
  openId = chat.id;
  if (isNew) {
    messages.value = [];
    hasOlder.value = false;
    targetMessage.value = null;
    firstUnread.value = null;
    talkState.value = "loading";
  }
  try {
    const { unreads } = ownIn(chat);
    const page = await read(chat.id);
    if (openId !== chat.id) return;
    const first = page.records
      .filter(({ senderId }) => senderId !== me.peek()?.id)
      .at(Math.max(0, unreads) - 1);
    messages.value = page.records.toReversed();
    hasOlder.value = page.hasMore;
    if (isNew && unreads > 0) firstUnread.value = first?.id ?? null;
    talkState.value = "ready";
    const goal = requested;
    requested = null;
    if (goal?.chatId === chat.id) await goTo(goal.chatId, goal.messageId);
  } catch {
    if (openId === chat.id && talkState.peek() !== "ready") talkState.value = "failed";
  }
}

export function closeTalk() {
  openId = null;
  messages.value = [];
}

/** Reads the page before, or all pages back to a message. */
export async function readOlder(backToId?: number) {
  const [chatId, beforeId] = [openId, messages.peek()[0]?.id];
  if (!chatId || !beforeId || !hasOlder.peek() || olderState.peek() === "loading") return;
  olderState.value = "loading";
  try {
    const page = await read(chatId, { beforeId, backToId });
    olderState.value = "idle";
    if (openId !== chatId) return;
    messages.value = [...page.records.toReversed(), ...messages.peek()];
    hasOlder.value = page.hasMore;
  } catch {
    olderState.value = "failed";
  }
}

/** Scrolls to a message, however old. A message of another chat waits until that chat is open. */
export async function goTo(chatId: number, messageId: number) {
  if (chatId !== openId || talkState.peek() !== "ready")
    return void (requested = { chatId, messageId });
  if (!messages.peek().some(({ id }) => id === messageId)) await readOlder(messageId);
  targetMessage.value = { messageId, focus: true };
}

let requested: { chatId: number; messageId: number } | null = null;

/**
 * Sends a text, or one message for each file, with the text on the first. The messages appear at
 * once.
 */
export function send(chatId: number, message: string, files: FileToSend[]) {
  firstUnread.value = null;
  const parts =
    files.length > 0
      ? files.map((file, index) => ({ file, message: index === 0 ? message : "" }))
      : [{ file: null, message }];
  const fresh = parts.map((part) => ({
    ...part,
    clientId: `${Date.now()}-${Math.random().toString(36).slice(2)}`,
    chatId,
    at: new Date().toISOString(),
    failed: null,
  }));
  pending.value = [...pending.peek(), ...fresh];
  void inOrder(fresh);
}

export function sendAgain(clientId: string) {
  const again = pending.peek().find((one) => one.clientId === clientId);
  if (!again) return;
  pending.value = pending
    .peek()
    .map((one) => (one.clientId === clientId ? { ...one, failed: null } : one));
  void inOrder([again]);
}

export const discard = (clientId: string) =>
  void (pending.value = pending.peek().filter((one) => one.clientId !== clientId));

let sending: Promise<unknown> = Promise.resolve();

function inOrder(all: Pending[]) {
  sending = sending.then(async () => {
    for (const one of all) await deliver(one);
  });
  return sending;
}

async function deliver({ clientId, chatId, message, file }: Pending) {
  try {
    if (!file) add(await api.post<ChatMessage>(`/chats/${chatId}/messages`, { message, clientId }));
    else {
      const form = new FormData();
      form.set("message", message);
      form.set("clientId", clientId);
      form.set("medias", file.file);
      add(await api.post<ChatMessage>(`/chats/${chatId}/messages`, form));
    }
    discard(clientId);
  } catch (error) {
    const failed = error instanceof ApiError ? error.code : "ERR_UNKNOWN";
    pending.value = pending
      .peek()
      .map((one) => (one.clientId === clientId ? { ...one, failed } : one));
  }
}

function add(message: ChatMessage) {
  if (message.chatId !== openId || messages.peek().some(({ id }) => id === message.id)) return;
  messages.value = [...messages.peek(), message].sort((one, other) => one.id - other.id);
}

live.on("chat", ({ newMessage }) => newMessage && add(newMessage as ChatMessage));
live.onReset(() => void readAgain());

/** Reads the newest page again after missed frames. */
async function readAgain() {
  const chatId = openId;
  if (chatId === null || talkState.peek() !== "ready") return;
  const page = await read(chatId).catch(() => undefined);
  if (!page || openId !== chatId) return;
  messages.value = page.records.toReversed();
  hasOlder.value = page.hasMore;
}

const read = (chatId: number, part: { beforeId?: number; backToId?: number } = {}) =>
  api.get<Page>(`/chats/${chatId}/messages`, part);

const none: never[] = [];
const still = {
  place: null,
  contacts: none,
  reactions: none,
  quotedMsg: null,
  isDeleted: false,
  isEdited: false,
  bot: false,
  retryAt: null,
  reason: null,
};

/** A message as a bubble. */
export const bubbleOf = (message: ChatMessage): MessageBubble => ({
  ...still,
  key: message.clientId ?? `m${message.id}`,
  id: message.id,
  clientId: message.clientId,
  mine: message.senderId !== null && message.senderId === me.peek()?.id,
  kind: message.mediaType,
  body: message.message,
  at: message.createdAt,
  cameAt: message.createdAt,
  ack: ack.sent,
  mediaUrl: message.mediaUrl,
  mediaName: message.mediaName,
  media: message.media && { ...message.media, voice: false, waveform: null, reason: null },
  name:
    message.senderId === null
      ? t("chats.deletedUser", { name: message.sender.name })
      : message.sender.name,
  byId: message.senderId,
  unsent: false,
});

/** Shows a message that the server has not accepted yet as a bubble. */
export const pendingBubble = ({ clientId, message, file, at, failed }: Pending): MessageBubble => ({
  ...still,
  key: clientId,
  id: null,
  clientId,
  mine: true,
  kind: file?.kind ?? "chat",
  body: message,
  at,
  cameAt: at,
  ack: failed ? ack.failed : ack.queued,
  reason: failed,
  mediaUrl: file?.url ?? null,
  mediaName: file?.file.name ?? null,
  media: file && {
    type: file.file.type,
    size: file.file.size,
    seconds: null,
    voice: false,
    waveform: null,
    reason: null,
  },
  name: "",
  byId: null,
  unsent: true,
});
