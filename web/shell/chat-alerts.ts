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
 * Keeps my chats current, and rings and tells when a colleague writes, unless I look at it. Returns
 * what ends that.
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
