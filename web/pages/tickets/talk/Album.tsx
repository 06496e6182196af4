import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef, useState } from "react";
import { api } from "../../../kit/api.ts";
import { Lightbox } from "../../../parts/talk/lightbox-on-demand.ts";
import { pendingMessages } from "../../../inbox/outbox.ts";
import { isViewable } from "../../../messages/viewer-media.ts";
import { fetchMore, thread } from "../../../inbox/thread.ts";
import { bubbleOf, type MessageBubble } from "../../../messages/bubble.ts";
import { timeline } from "../../../parts/talk/timeline.ts";
import type { Message, Ticket } from "../../../types.ts";

type MediaPage = { messages: Message[]; hasMore: boolean };

/** The album reads at most so many pages at once to find the next picture. */
const mostPages = 10;

/**
 * All pictures and videos of the contact, one at a time. Others are loaded when the user comes near
 * them.
 */
export function Album({
  ticket,
  bubble,
  onClose,
}: {
  ticket: Ticket;
  bubble: MessageBubble;
  onClose: () => void;
}) {
  useSignals();
  const { id, contactId } = ticket;
  const { messages, hasNewer } = thread(id);
  const [earlier, setEarlier] = useState<Message[]>([]);
  const [seen] = useState(() => new Map<string, MessageBubble>());
  const busy = useRef({ older: false, newer: false });
  const here = messages.value;
  const waiting = pendingMessages.value;

  // Pictures that were visible once stay in the album, even when the thread drops their messages.
  const all = useMemo(() => {
    const items = timeline(
      here,
      waiting.filter(({ ticketId }) => ticketId === id),
      null,
    );
    const bubble = [
      ...earlier.map(bubbleOf),
      ...items.flatMap((item) => (item.kind === "bubble" ? [item.bubble] : [])),
    ];
    for (const one of bubble) {
      if (isViewable(one)) seen.set(one.key, one);
      else seen.delete(one.key);
    }
    return [...seen.values()].sort(
      (one, other) =>
        (one.id ?? Infinity) - (other.id ?? Infinity) || Date.parse(one.at) - Date.parse(other.at),
    );
  }, [here, waiting, earlier, id]);
  const first = all[0]?.id;

  const fetchOlder = async () => {
    if (busy.current.older || !first) return;
    busy.current.older = true;
    const answer = await api
      .get<MediaPage>(`/contacts/${contactId}/media`, { kind: "image", beforeId: first })
      .catch(() => undefined);
    if (answer) setEarlier(answer.messages);
    // Without more pages the flag stays set, so that nothing asks again.
    busy.current.older = answer !== undefined && !answer.hasMore;
  };

  const fetchNewer = async () => {
    if (busy.current.newer) return;
    busy.current.newer = true;
    const last = () => messages.peek().findLast((message) => isViewable(bubbleOf(message)))?.id;
    const before = last();
    for (let pages = 0; pages < mostPages && hasNewer.peek() && last() === before; pages += 1)
      await fetchMore(id, "newer");
    busy.current.newer = false;
  };

  return (
    <Lightbox
      bubble={bubble}
      all={all}
      onClose={onClose}
      onEdge={(side) => void (side === "older" ? fetchOlder() : fetchNewer())}
    />
  );
}
