import { useSignals } from "@preact/signals-react/runtime";
import { ArrowDown } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ack } from "../../../src/shared.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { day } from "../../kit/text.ts";
import { editing, erase } from "./acts.ts";
import { Bubble } from "./Bubble.tsx";
import { inWords } from "./kinds.ts";
import { Lightbox } from "./Lightbox.tsx";
import { parcels } from "./outbox.ts";
import { useFirstUnread } from "./reading.ts";
import { useScroll } from "./scroll.ts";
import { fetchOlder, thread } from "./thread.ts";
import { type Said, timeline } from "./timeline.ts";
import type { Ticket } from "./types.ts";

/** The conversation, oldest on top. Not a live region: see announce.ts. */
export function MessageList({ ticket, peek = false }: { ticket: Ticket; peek?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const box = useRef<HTMLDivElement>(null);
  const { messages, hasMore, reading } = thread(id);
  const firstUnread = useFirstUnread(id);
  const [zoomed, setZoomed] = useState<Said | null>(null);
  const [doomed, setDoomed] = useState<Said | null>(null);
  const edited = editing.value;

  const shown = messages.value;
  const waiting = parcels.value;
  const items = useMemo(() => timeline(shown, peek ? [] : waiting.filter(({ ticketId }) => ticketId === id), firstUnread), [shown, waiting, firstUnread, id, peek]);
  const { fresh, toEnd, scrolled } = useScroll(box, items, () => void fetchOlder(id));

  const jump = (messageId: number) => {
    const target = box.current?.querySelector(`[data-message="${messageId}"]`);
    target?.scrollIntoView({ block: "center" });
    target?.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: 600 });
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div ref={box} tabIndex={0} role="region" aria-label={t("messages.list", { name: contact.name })} className="relative min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] -outline-offset-2" onScroll={scrolled}>
        <ol className="mx-auto flex min-h-full w-full max-w-220 flex-col px-3 pt-3 pb-4 md:px-6">
          <li className="text-muted text-small mt-auto h-7 text-center">
            {reading.value ? t("common.loadingMore") : hasMore.value || items.length > 0 ? "" : t("messages.none")}
          </li>
          {items.map((item) => {
            if (item.kind === "day") return <Day key={item.key} at={item.at} />;
            if (item.kind === "unread") return <Unread key={item.key} />;
            return <Bubble key={item.key} said={item.said} first={item.first} ticket={ticket} onJump={jump} onZoom={setZoomed} onErase={setDoomed} fixed={peek} edited={edited !== null && edited === item.said.id} />;
          })}
        </ol>
      </div>
      {fresh > 0 && (
        <button type="button" className="btn btn-sm border-line shadow-float bg-base-100 absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full" onClick={() => toEnd(true)}>
          <ArrowDown size={16} aria-hidden />
          {t("messages.fresh", { count: fresh })}
        </button>
      )}
      {zoomed && <Lightbox said={zoomed} all={items.flatMap((item) => (item.kind === "said" && item.said.kind === "image" && !item.said.isDeleted ? [item.said] : []))} onClose={() => setZoomed(null)} />}
      {doomed && <Erasing said={doomed} ticket={ticket} onClose={() => setDoomed(null)} />}
    </div>
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

function Day({ at }: { at: string }) {
  useSignals();
  return (
    <li className="sticky top-2 z-1 my-2 self-center">
      <time dateTime={at} className="bg-base-100 border-line text-muted text-small inline-block rounded-full border px-3 py-1 first-letter:uppercase">
        {day(at)}
      </time>
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
