import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { api } from "../../../kit/api.ts";
import { me } from "../../../session/session.ts";
import { onMessage, markAllRead, thread } from "../../../inbox/thread.ts";
import type { Ticket } from "../../../types.ts";

/** Tells the server that the ticket's agent reads it: the ticket is theirs, and visible. */
export function useMarkRead({ id, unreadMessages, markedUnread, userId, status }: Ticket) {
  useSignals();
  const { state, hasNewer } = thread(id);
  const ready = state.value === "ready" && !hasNewer.value;
  const isUnread = unreadMessages > 0 || markedUnread;
  const mine = status === "open" && userId === me.value?.id;

  useEffect(() => {
    if (!ready || !mine || !isUnread) return;
    const tell = () => {
      if (document.visibilityState === "visible")
        void api.post(`/messages/${id}/read`).then(
          () => markAllRead(id),
          () => undefined,
        );
    };
    const timer = setTimeout(tell, 300);
    document.addEventListener("visibilitychange", tell);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tell);
    };
  }, [id, ready, mine, isUnread, unreadMessages]);
}

/**
 * The first message that was new when the ticket was opened, or that arrived while the page was
 * hidden. Null after an answer.
 */
export function useFirstUnread(ticketId: number): number | null {
  useSignals();
  const [first, setFirst] = useState(() => firstUnread(ticketId));
  const far = thread(ticketId).hasNewer.value;

  // Wait until the newest messages are loaded.
  useEffect(() => {
    if (!far) setFirst((current) => current ?? firstUnread(ticketId));
  }, [ticketId, far]);

  useEffect(
    () =>
      onMessage((message, { action }) => {
        if (message.ticketId !== ticketId || action !== "create") return;
        if (message.fromMe) setFirst(null);
        else if (document.visibilityState === "hidden")
          setFirst((current) => current ?? message.id);
      }),
    [ticketId],
  );

  return first;
}

const firstUnread = (ticketId: number) =>
  thread(ticketId)
    .messages.peek()
    .find(({ read, fromMe }) => !read && !fromMe)?.id ?? null;
