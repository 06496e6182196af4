import { useSignals } from "@preact/signals-react/runtime";
import { ArrowDown, CalendarDays, RotateCw } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ack } from "../../../../src/shared/states.ts";
import { Confirm } from "../../../kit/Confirm.tsx";
import { day } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { editing, erase, forwarding, versioned } from "./acts.ts";
import { Album } from "./Album.tsx";
import { Bubble } from "./Bubble.tsx";
import { ChoiceBar } from "./ChoiceBar.tsx";
import { choosing, endChoice } from "./choosing.ts";
import { CustomerDoes } from "./CustomerDoes.tsx";
import { DayJump } from "./DayJump.tsx";
import { words } from "./finding.ts";
import { Forward } from "./Forward.tsx";
import { Wanted } from "./Formatted.tsx";
import { inWords } from "./kinds.ts";
import { pendingMessages } from "../write/outbox.ts";
import { useFirstUnread } from "./reading.ts";
import { useScroll } from "./scroll.ts";
import { goTo, sought } from "./sought.ts";
import { fetchMore, fetchNewest, thread } from "./thread.ts";
import { type Said, timeline } from "./timeline.ts";
import type { Ticket } from "../types.ts";
import { Versions } from "./Versions.tsx";

const none: string[] = [];

/** The conversation, oldest on top. Not a live region: see announce.ts. */
export function MessageList({ ticket, peek = false }: { ticket: Ticket; peek?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const box = useRef<HTMLDivElement>(null);
  const { messages, hasMore, hasNewer, aside, reading, stuck } = thread(id);
  const firstUnread = useFirstUnread(id);
  const [zoomed, setZoomed] = useState<Said | null>(null);
  const [doomed, setDoomed] = useState<Said | null>(null);
  const [jumping, setJumping] = useState<{ at: string; opener: HTMLElement } | null>(null);
  const edited = editing.value;
  const goal = sought.value?.ticketId === id ? sought.value : null;
  const chosen = !peek && choosing.value?.ticketId === id ? choosing.value.ids : null;

  const missed = aside.value.filter(({ fromMe }) => !fromMe).length;
  const shown = messages.value;
  const waiting = pendingMessages.value;
  const newer = hasNewer.value;
  // What waits comes after all that was said: it has no place while that is not here.
  const items = useMemo(() => timeline(shown, peek || newer ? [] : waiting.filter(({ ticketId }) => ticketId === id), firstUnread), [shown, waiting, firstUnread, id, peek, newer]);
  const { fresh, away, toEnd, scrolled } = useScroll(box, { items, goal, hasNewer: newer, older: () => void fetchMore(id, "older"), newer: () => void fetchMore(id, "newer") });
  const news = newer ? missed : fresh;

  const toNewest = async () => {
    const smooth = !thread(id).hasNewer.peek();
    sought.value = null;
    try {
      await fetchNewest(id);
      toEnd(smooth);
    } catch (error) {
      toast.error(error);
    }
  };

  // Whoever writes sees what they write.
  const written = waiting.findLast(({ ticketId }) => ticketId === id)?.clientId;
  useEffect(() => {
    if (written && thread(id).hasNewer.peek()) void toNewest();
  }, [written]);
  useEffect(
    () => () => {
      if (sought.peek()?.ticketId === id) sought.value = null;
      if (choosing.peek()?.ticketId === id) endChoice();
    },
    [id],
  );

  const jump = useCallback((messageId: number) => void goTo(id, messageId, { focus: true }), [id]);

  return (
    <>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div ref={box} tabIndex={0} role="region" aria-label={t("messages.list", { name: contact.name })} className="relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] -outline-offset-2" onScroll={scrolled}>
          <Wanted value={peek ? none : words.value}>
            {/* The list itself is a block: as a column of flexible items, each key that is typed below would lay out all of them again. */}
            <div className="mx-auto flex min-h-full w-full max-w-220 flex-col justify-end px-3 pt-3 pb-4 md:px-6">
              <ol>
                <li className="text-muted text-small h-7 text-center">
                  {stuck.value === "older" ? <Again run={() => void fetchMore(id, "older")} /> : reading.value === "older" ? t("common.loadingMore") : hasMore.value || items.length > 0 ? "" : t("messages.none")}
                </li>
                {items.map((item) => {
                  if (item.kind === "day") return <Day key={item.key} at={item.at} onJump={(opener) => setJumping({ at: item.at, opener })} />;
                  if (item.kind === "unread") return <Unread key={item.key} />;
                  const { said } = item;
                  return (
                    <Bubble
                      key={item.key}
                      said={said}
                      first={item.first}
                      ticket={ticket}
                      onJump={jump}
                      onZoom={setZoomed}
                      onErase={setDoomed}
                      fixed={peek}
                      edited={edited !== null && edited === said.id}
                      sought={goal !== null && goal.messageId === said.id}
                      chosen={chosen && said.id !== null ? chosen.includes(said.id) : null}
                    />
                  );
                })}
                {newer && <li className="text-muted text-small h-7 text-center">{stuck.value === "newer" ? <Again run={() => void fetchMore(id, "newer")} /> : reading.value === "newer" ? t("common.loadingMore") : ""}</li>}
                {!newer && <CustomerDoes ticket={ticket} />}
              </ol>
            </div>
          </Wanted>
        </div>
        {(away || news > 0) && <ToEnd news={news} run={() => void toNewest()} />}
      </div>
      {chosen && <ChoiceBar ticketId={id} all={items.flatMap((item) => (item.kind === "said" ? [item.said] : []))} />}
      {jumping && <DayJump ticketId={id} {...jumping} onClose={() => setJumping(null)} />}
      {zoomed && <Album ticket={ticket} said={zoomed} onClose={() => setZoomed(null)} />}
      {doomed && <Erasing said={doomed} ticket={ticket} onClose={() => setDoomed(null)} />}
      {forwarding.value?.ticketId === id && !peek && <Forward messages={forwarding.value.messages} onClose={() => (forwarding.value = null)} />}
      {versioned.value?.ticketId === id && !peek && <Versions said={versioned.value.said} onClose={() => (versioned.value = null)} />}
    </>
  );
}

function Erasing({ said, ticket, onClose }: { said: Said; ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const left = said.ack !== ack.failed;
  return (
    <Confirm
      title={left ? t("messages.eraseQuestion", { name: ticket.contact.name }) : t("common.deleteQuestion")}
      text={inWords(said.kind, said.body)}
      action={t(left ? "messages.menu.erase" : "common.delete")}
      onConfirm={() => erase(ticket.id, said.id ?? 0)}
      onClose={onClose}
    />
  );
}

/** What parts the days, and the way to another one. */
function Day({ at, onJump }: { at: string; onJump: (opener: HTMLElement) => void }) {
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

function Unread() {
  const { t } = useTranslation();
  return (
    <li data-unread className="text-primary my-3 flex items-center gap-3">
      <span aria-hidden className="bg-primary/40 h-px flex-1" />
      <span className="text-small font-semibold">{t("messages.unread")}</span>
      <span aria-hidden className="bg-primary/40 h-px flex-1" />
    </li>
  );
}

/** A page did not come. */
function Again({ run }: { run: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn btn-ghost btn-xs" onClick={run}>
      <RotateCw size={14} aria-hidden />
      {t("messages.loadAgain")}
    </button>
  );
}

/** The way back to what was said last, and how much of it is new. */
export function ToEnd({ news, run }: { news: number; run: () => void }) {
  const { t } = useTranslation();
  const look = news > 0 ? "btn-sm left-1/2 -translate-x-1/2 rounded-full" : "btn-circle btn-sm right-4 size-10";
  return (
    <button type="button" aria-label={news > 0 ? undefined : t("messages.toEnd")} title={t("messages.toEnd")} className={`btn border-line shadow-float bg-base-100 absolute bottom-3 ${look}`} onClick={run}>
      <ArrowDown size={news > 0 ? 16 : 18} aria-hidden />
      {news > 0 && t("messages.fresh", { count: news })}
    </button>
  );
}
