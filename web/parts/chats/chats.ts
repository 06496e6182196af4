import { computed, signal } from "@preact/signals-react";
import type * as chatsTable from "../../../src/modules/chats/table.ts";
import type { Frame, Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import { can } from "../../session/can.ts";
import { me, plan } from "../../session/session.ts";
import { readPart } from "../../session/shell-parts.ts";

export type Chat = Wire<chatsTable.Chat>;
export type ChatMessage = Wire<chatsTable.ChatMessage>;
export type ChatHit = Wire<chatsTable.ChatHit>;
type ChatPage = { records: Chat[]; hasMore: boolean };

/** The most pages of chats in memory. */
const mostPages = 10;
/** A typing event counts for this many ms. */
const typingFor = 5000;

/** Whether this user has chats. */
export const chatsHere = computed(() => plan.value?.useInternalChat === true && can("chats.read"));

const rows = signal<Chat[] | null>(null);
export const chatsFailed = signal(false);

/** The user's chats, the last used first; null until they load. */
export const chats = computed(
  () =>
    rows.value?.toSorted(
      (one, other) => other.updatedAt.localeCompare(one.updatedAt) || other.id - one.id,
    ) ?? null,
);

/** The number of unread messages of a chat. Reads a signal. */
export const ownIn = ({ users }: Chat) =>
  users.find(({ userId }) => userId === me.value?.id) ?? { unreads: 0, mentions: 0 };

/** The chat that this tab shows. */
export const openChatId = signal<number | null>(null);

/** The number of unread messages of a chat; 0 while it is open. Reads signals. */
export const unreadsIn = (chat: Chat) => (openChatId.value === chat.id ? 0 : ownIn(chat).unreads);

/** Chats with messages that the user has not read. */
export const unreadChats = computed(() => chats.value?.filter((chat) => unreadsIn(chat) > 0) ?? []);

const typing = signal<{ chatId: number; userId: number; name: string; until: number }[]>([]);

/** The names of the users who are typing in a chat. Reads a signal. */
export const typingIn = (chatId: number) =>
  typing.value.filter((one) => one.chatId === chatId).map(({ name }) => name);

export async function readChats() {
  const thisRound = ++round;
  isReading = true;
  try {
    const read: Chat[] = [];
    for (let pageNumber = 1, more = true; more && pageNumber <= mostPages; pageNumber++) {
      const { records, hasMore } = await (pageNumber === 1
        ? readPart<ChatPage>("chats")
        : api.get<ChatPage>("/chats", { pageNumber }));
      read.push(...records);
      more = hasMore;
    }
    if (thisRound !== round) return;
    isReading = false;
    rows.value = [...new Map(read.map((chat) => [chat.id, chat])).values()];
    chatsFailed.value = false;
  } catch {
    if (thisRound !== round) return;
    isReading = false;
    chatsFailed.value = true;
  }
}

export function putChat(chat: Chat) {
  rows.value = [chat, ...(rows.peek() ?? []).filter(({ id }) => id !== chat.id)];
}

export function dropChat(chatId: number) {
  rows.value = rows.peek()?.filter(({ id }) => id !== chatId) ?? null;
}

let round = 0;
let isReading = false;

live.on("chat", ({ action, chatId, chat, newMessage }: Frame) => {
  // A read in progress may return older data than this event.
  if (isReading) void readChats();
  if (action === "delete") return dropChat(Number(chatId));
  if (!chat) return;
  putChat(chat as Chat);
  const message = newMessage as ChatMessage | undefined;
  if (message)
    typing.value = typing
      .peek()
      .filter((one) => one.chatId !== message.chatId || one.userId !== message.senderId);
});
live.on("chatTyping", (frame) => {
  const {
    chatId,
    user,
    typing: types,
  } = frame as Frame & { chatId: number; user: { id: number; name: string }; typing: boolean };
  const others = typing.peek().filter((one) => one.chatId !== chatId || one.userId !== user.id);
  typing.value = types
    ? [...others, { chatId, userId: user.id, name: user.name, until: Date.now() + typingFor }]
    : others;
  if (types)
    setTimeout(
      () => (typing.value = typing.peek().filter(({ until }) => until > Date.now())),
      typingFor + 50,
    );
});
live.onReset(() => {
  if (rows.peek() !== null) void readChats();
});
