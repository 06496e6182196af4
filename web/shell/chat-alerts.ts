import { effect } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import {
  type Chat,
  type ChatMessage,
  chatsHere,
  openChatId,
  readChats,
  unreadChats,
} from "../parts/chats/chats.ts";
import { live } from "../session/live.ts";
import { me } from "../session/session.ts";
import { isMuted } from "./notification-prefs.ts";
import { showNotice, takeBackNotices } from "./notifications.ts";
import { ring } from "./sound.ts";

/**
 * Keeps the user's chats current. Rings and notifies when a colleague writes in a chat that is not
 * in view. Returns a function that ends this.
 */
export function watchChats() {
  const closers = [
    effect(() => void (chatsHere.value && readChats())),
    live.on("chat", ({ action, newMessage, chat }) => {
      const message = newMessage as ChatMessage | undefined;
      if (action === "new-message" && message && chat) tell(message, chat as Chat);
    }),
    effect(() => takeBackNotices("chat", new Set(unreadChats.value.map(({ id }) => id)))),
  ];
  return () => closers.forEach((close) => close());
}

function tell({ senderId }: ChatMessage, { id, uuid, title, lastMessage }: Chat) {
  if (senderId === me.peek()?.id || openChatId.peek() === id || isMuted({ queueId: null })) return;
  ring();
  showNotice("chat", id, { title, body: lastMessage, onOpen: () => navigate(`/chats/${uuid}`) });
}
