import { useSignals } from "@preact/signals-react/runtime";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Late, Skeleton } from "../../kit/Skeleton.tsx";
import { type ShelfName, shelves, wished } from "./board.ts";
import { ListEmpty } from "./ListEmpty.tsx";
import { opened } from "./opened.ts";
import { TicketRow } from "./TicketRow.tsx";

const rowHeight = 72;

/** Near enough to the end to read on, px. doc 1 §9 */
const nearEnd = 100;

/** The tickets of a list. Only the rows in sight exist; arrows, Home and End walk them, one of them is in the tab order. */
export function TicketList({ name }: { name: ShelfName }) {
  useSignals();
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const shelf = shelves[name];
  const rows = shelf.rows.value;
  const [active, setActive] = useState<number | null>(null);
  const current = Math.max(0, rows.findIndex(({ id }) => id === (active ?? opened.value?.id)));

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    initialOffset: shelf.offset,
  });

  const focus = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setActive(row.id);
    virtual.scrollToIndex(rows.indexOf(row));
    requestAnimationFrame(() => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-ticket="${row.id}"] [data-main]`)?.focus({ preventScroll: true })));
  };

  const wish = wished.value;
  useEffect(() => {
    if (wish === null) return;
    wished.value = null;
    const index = rows.findIndex(({ id }) => id === wish);
    if (rows.length > 0) focus(index < 0 ? current : index);
    else [...document.querySelectorAll<HTMLElement>("[role=tab][aria-selected=true]")].at(-1)?.focus();
  }, [wish]);

  const openedId = opened.value?.id;
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openedId);
    if (index >= 0) virtual.scrollToIndex(index);
    if (openedId) setActive(openedId);
    // Only a ticket that was just opened is scrolled to, not one that moved.
  }, [openedId]);

  const walk = (event: KeyboardEvent) => {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focus(to);
  };

  const scrolled = () => {
    const list = box.current;
    if (!list) return;
    shelf.offset = list.scrollTop;
    if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd) void shelf.more();
  };

  if (rows.length === 0) return shelf.state.value === "ready" || shelf.state.value === "failed" ? <ListEmpty name={name} /> : <Waiters />;

  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto" onScroll={scrolled} onKeyDown={walk}>
      <div role="list" aria-label={t(`tickets.lists.${name}`)} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const ticket = rows[index];
          return (
            ticket && (
              <div key={key} role="listitem" aria-setsize={shelf.count.value} aria-posinset={index + 1} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)`, height: rowHeight }}>
                <TicketRow ticket={ticket} tabIndex={index === current ? 0 : -1} onFocus={() => setActive(ticket.id)} />
              </div>
            )
          );
        })}
      </div>
      {shelf.hasMore.value && <p className="text-muted text-small py-3 text-center">{t("common.loadingMore")}</p>}
    </div>
  );
}

/** What a list looks like before it is here. */
export const Waiters = () => (
  <Late>
    <div className="min-h-0 flex-1 overflow-hidden" aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="border-line flex h-18 items-center gap-3 border-b pr-3 pl-4">
          <Skeleton className="size-11 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  </Late>
);
