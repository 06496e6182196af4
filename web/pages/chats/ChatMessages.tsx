import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef, useState } from "react";
import { day, useTranslation } from "../../kit/text.ts";
import type { MessageBubble } from "../../messages/bubble.ts";
import { HighlightWords } from "../../messages/Formatted.tsx";
import { isViewable } from "../../messages/viewer-media.ts";
import type { Chat } from "../../parts/chats/chats.ts";
import { Lightbox } from "../../parts/talk/lightbox-on-demand.ts";
import { useScroll } from "../../parts/talk/scroll.ts";
import { LoadAgain, ScrollToEnd, UnreadSeparator } from "../../parts/talk/Separators.tsx";
import { inReadingOrder } from "../../parts/talk/timeline.ts";
import { me } from "../../session/session.ts";
import { ChatBubble } from "./ChatBubble.tsx";
import {
  bubbleOf,
  firstUnread,
  messages,
  olderState,
  pending,
  pendingBubble,
  readOlder,
  targetMessage,
} from "./talk.ts";

/** The list loads the page before within this distance of the top, in px. */
const olderWithin = 600;

/** The messages of a chat, with those that are still being sent. */
export function ChatMessages({ chat }: { chat: Chat }) {
  useSignals();
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState<MessageBubble | null>(null);
  const [all, waiting, unread, aim] = [
    messages.value,
    pending.value,
    firstUnread.value,
    targetMessage.value,
  ];
  const items = useMemo(() => {
    const taken = new Set(all.map(({ clientId }) => clientId));
    return inReadingOrder(
      [
        ...all.map(bubbleOf),
        ...waiting
          .filter(({ chatId, clientId }) => chatId === chat.id && !taken.has(clientId))
          .map(pendingBubble),
      ],
      unread,
    );
  }, [all, waiting, unread, chat.id]);
  const { fresh, isFarFromEnd, toEnd, scrolled } = useScroll(box, {
    items,
    olderWithin,
    target: aim,
    hasNewer: false,
    older: () => void readOlder(),
    newer: () => {},
  });
  const viewable = items.flatMap((item) =>
    item.kind === "bubble" && isViewable(item.bubble) ? [item.bubble] : [],
  );
  const last = all.at(-1);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={t("chats.list", { title: chat.title })}
        className="relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] -outline-offset-2"
        onScroll={scrolled}
      >
        <HighlightWords value={noWords}>
          <div className="mx-auto flex min-h-full w-full max-w-220 flex-col justify-end px-3 pt-3 pb-4 md:px-6">
            <ol>
              <li className="text-muted text-small h-7 text-center">
                {olderState.value === "failed" ? (
                  <LoadAgain run={() => void readOlder()} />
                ) : olderState.value === "loading" ? (
                  t("common.loadingMore")
                ) : items.length === 0 ? (
                  t("chats.empty")
                ) : (
                  ""
                )}
              </li>
              {items.map((item) => {
                if (item.kind === "day") return <DayMark key={item.key} at={item.at} />;
                if (item.kind === "unread") return <UnreadSeparator key={item.key} />;
                return (
                  <ChatBubble
                    key={item.key}
                    bubble={item.bubble}
                    first={item.first}
                    isTarget={aim !== null && aim.messageId === item.bubble.id}
                    onZoom={setZoomed}
                  />
                );
              })}
            </ol>
          </div>
        </HighlightWords>
      </div>
      {(isFarFromEnd || fresh > 0) && <ScrollToEnd news={fresh} run={() => toEnd(true)} />}
      <p className="sr-only" aria-live="polite">
        {last && last.senderId !== me.value?.id
          ? `${last.sender.name}: ${last.message || last.mediaName}`
          : ""}
      </p>
      {zoomed && <Lightbox bubble={zoomed} all={viewable} onClose={() => setZoomed(null)} />}
    </div>
  );
}

const noWords: string[] = [];

const DayMark = ({ at }: { at: string }) => (
  <li className="sticky top-2 z-1 mx-auto my-2 w-fit">
    <time
      dateTime={at}
      className="bg-base-100 border-line text-muted text-small block rounded-full border px-3 py-1 first-letter:uppercase"
    >
      {day(at)}
    </time>
  </li>
);
