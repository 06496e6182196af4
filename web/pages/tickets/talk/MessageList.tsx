import { useSignals } from "@preact/signals-react/runtime";
import { CalendarDays } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { day, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { onDemand } from "../../../kit/on-demand.ts";
import {
  editing,
  forwarding,
  placingStore,
  showingVersions,
} from "../../../inbox/message-actions.ts";
import { Bubble } from "./Bubble.tsx";
import { messageSelection, endMessageSelection } from "./message-selection.ts";
import { CustomerTyping } from "./CustomerTyping.tsx";
import { findWords } from "../../../inbox/find-in-conversation.ts";
import { HighlightWords } from "../../../messages/Formatted.tsx";
import { pendingMessages } from "../../../inbox/outbox.ts";
import { useFirstUnread } from "./mark-read.ts";
import { LoadAgain, ScrollToEnd, UnreadSeparator } from "../../../parts/talk/Separators.tsx";
import { useScroll } from "../../../parts/talk/scroll.ts";
import { goToMessage, targetMessage } from "../../../inbox/target-message.ts";
import { fetchMore, fetchNewest, thread } from "../../../inbox/thread.ts";
import { eventsOf } from "../../../inbox/ticket-events.ts";
import { withEvents } from "../../../parts/talk/with-events.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import { timeline } from "../../../parts/talk/timeline.ts";
import type { Ticket } from "../../../types.ts";

const GoToDay = onDemand(async () => (await import("./GoToDay.tsx")).GoToDay);
const Forward = onDemand(async () => (await import("./Forward.tsx")).Forward);
const Versions = onDemand(async () => (await import("./Versions.tsx")).Versions);

const ThreadKeys = onDemand(async () => (await import("./ThreadKeys.tsx")).ThreadKeys);
const ConfirmDelete = onDemand(async () => (await import("./ConfirmDelete.tsx")).ConfirmDelete);
const OlderEvents = onDemand(async () => (await import("./events/OlderEvents.tsx")).OlderEvents);
const SelectionBar = onDemand(async () => (await import("./SelectionBar.tsx")).SelectionBar);
const StorePlace = onDemand(async () => (await import("./StorePlace.tsx")).StorePlace);
const Album = onDemand(async () => (await import("./Album.tsx")).Album);
const PendingNotes = onDemand(async () => (await import("./events/PendingNotes.tsx")).PendingNotes);
const EventLines = onDemand(async () => (await import("./events/EventLines.tsx")).EventLines);

const noWords: string[] = [];

/** The conversation, oldest message on top. It is no live region: see announce.ts. */
export function MessageList({ ticket, peek = false }: { ticket: Ticket; peek?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const box = useRef<HTMLDivElement>(null);
  const { messages, hasMore, hasNewer, newArrivals, loadingSide, failedSide } = thread(id);
  const firstUnread = useFirstUnread(id);
  const [zoomed, setZoomed] = useState<MessageBubble | null>(null);
  const [deleting, setDeleting] = useState<MessageBubble | null>(null);
  const [jumping, setJumping] = useState<{ at: string; opener: HTMLElement } | null>(null);
  const edited = editing.value;
  const target = targetMessage.value?.ticketId === id ? targetMessage.value : null;
  const chosen =
    !peek && messageSelection.value?.ticketId === id ? messageSelection.value.ids : null;

  const missed = newArrivals.value.filter(({ fromMe }) => !fromMe).length;
  const loaded = messages.value;
  const waiting = pendingMessages.value;
  const newer = hasNewer.value;
  // Pending messages follow all sent ones. They have no place while newer messages are not loaded.
  const items = useMemo(
    () =>
      timeline(
        loaded,
        peek || newer ? [] : waiting.filter((one) => one.ticketId === id && !one.isNote),
        firstUnread,
      ),
    [loaded, waiting, firstUnread, id, peek, newer],
  );
  const events = eventsOf(id).value;
  const older = hasMore.value;
  const withHappenings = useMemo(
    () => withEvents(items, events, { isBegun: !older, isEnded: !newer }),
    [items, events, older, newer],
  );
  const { fresh, isFarFromEnd, toEnd, scrolled } = useScroll(box, {
    items,
    target,
    hasNewer: newer,
    older: () => void fetchMore(id, "older"),
    newer: () => void fetchMore(id, "newer"),
  });
  const news = newer ? missed : fresh;

  const toNewest = async () => {
    const smooth = !thread(id).hasNewer.peek();
    targetMessage.value = null;
    try {
      await fetchNewest(id);
      toEnd(smooth);
    } catch (error) {
      toast.error(error);
    }
  };

  // Jump to the newest messages when the agent sends one.
  const written = waiting.findLast(({ ticketId }) => ticketId === id);
  useEffect(() => {
    if (written && (written.isNote || thread(id).hasNewer.peek())) void toNewest();
  }, [written?.clientId]);
  useEffect(
    () => () => {
      if (targetMessage.peek()?.ticketId === id) targetMessage.value = null;
      if (messageSelection.peek()?.ticketId === id) endMessageSelection();
    },
    [id],
  );

  const jump = useCallback(
    (messageId: number) => void goToMessage(id, messageId, { focus: true }),
    [id],
  );

  return (
    <>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={box}
          data-thread
          tabIndex={0}
          role="region"
          aria-label={t("messages.list", { name: contact.name })}
          className="relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] -outline-offset-2"
          onScroll={scrolled}
        >
          <HighlightWords value={peek ? noWords : findWords.value}>
            {/* Flexible items would all be laid out again on each key, so the list is a block. */}
            <div className="mx-auto flex min-h-full w-full max-w-220 flex-col justify-end px-3 pt-3 pb-4 md:px-6">
              <ol>
                <li className="text-muted text-small h-7 text-center">
                  {failedSide.value === "older" ? (
                    <LoadAgain run={() => void fetchMore(id, "older")} />
                  ) : loadingSide.value === "older" ? (
                    t("common.loadingMore")
                  ) : hasMore.value || items.length > 0 ? (
                    ""
                  ) : (
                    t("messages.none")
                  )}
                </li>
                {!peek && (
                  <OlderEvents ticketId={id} since={(older && loaded[0]?.createdAt) || ""} />
                )}
                {withHappenings.map((item) => {
                  if (item.kind === "events")
                    return <EventLines key={item.key} events={item.events} />;
                  if (item.kind === "day")
                    return (
                      <DaySeparator
                        key={item.key}
                        at={item.at}
                        onJump={(opener) => setJumping({ at: item.at, opener })}
                      />
                    );
                  if (item.kind === "unread") return <UnreadSeparator key={item.key} />;
                  const { bubble } = item;
                  return (
                    <Bubble
                      key={item.key}
                      bubble={bubble}
                      first={item.first}
                      ticket={ticket}
                      onJump={jump}
                      onZoom={setZoomed}
                      onErase={setDeleting}
                      fixed={peek}
                      edited={edited !== null && edited === bubble.id}
                      isTarget={target !== null && target.messageId === bubble.id}
                      chosen={chosen && bubble.id !== null ? chosen.includes(bubble.id) : null}
                    />
                  );
                })}
                {newer && (
                  <li className="text-muted text-small h-7 text-center">
                    {failedSide.value === "newer" ? (
                      <LoadAgain run={() => void fetchMore(id, "newer")} />
                    ) : loadingSide.value === "newer" ? (
                      t("common.loadingMore")
                    ) : (
                      ""
                    )}
                  </li>
                )}
                {!peek && !newer && <PendingNotes ticketId={id} />}
                {!newer && <CustomerTyping ticket={ticket} />}
              </ol>
            </div>
          </HighlightWords>
        </div>
        {(isFarFromEnd || news > 0) && <ScrollToEnd news={news} run={() => void toNewest()} />}
      </div>
      {!peek && <ThreadKeys box={box} ticket={ticket} />}
      {chosen && (
        <SelectionBar
          ticketId={id}
          all={items.flatMap((item) => (item.kind === "bubble" ? [item.bubble] : []))}
        />
      )}
      {jumping && <GoToDay ticketId={id} {...jumping} onClose={() => setJumping(null)} />}
      {zoomed && <Album ticket={ticket} bubble={zoomed} onClose={() => setZoomed(null)} />}
      {deleting && (
        <ConfirmDelete bubble={deleting} ticket={ticket} onClose={() => setDeleting(null)} />
      )}
      {forwarding.value?.ticketId === id && !peek && (
        <Forward messages={forwarding.value.messages} onClose={() => (forwarding.value = null)} />
      )}
      {placingStore.value?.ticketId === id && !peek && (
        <StorePlace place={placingStore.value.place} onClose={() => (placingStore.value = null)} />
      )}
      {showingVersions.value?.ticketId === id && !peek && (
        <Versions
          bubble={showingVersions.value.bubble}
          onClose={() => (showingVersions.value = null)}
        />
      )}
    </>
  );
}

/** Separates two days, and opens the jump to another day. */
function DaySeparator({ at, onJump }: { at: string; onJump: (opener: HTMLElement) => void }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <li className="sticky top-2 z-1 mx-auto my-2 w-fit">
      <button
        type="button"
        aria-haspopup="dialog"
        title={t("messages.jump.title")}
        className="bg-base-100 border-line text-muted text-small hover:text-base-content flex min-h-6 cursor-pointer items-center gap-1.5 rounded-full border px-3 py-1"
        onClick={({ currentTarget }) => onJump(currentTarget)}
      >
        <CalendarDays size={14} aria-hidden />
        <time dateTime={at} className="first-letter:uppercase">
          {day(at)}
        </time>
      </button>
    </li>
  );
}
