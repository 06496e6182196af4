import { useSignals } from "@preact/signals-react/runtime";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { asked, type ShelfName, shelves, wished } from "./board.ts";
import { compact, heights } from "./density.ts";
import { groupsOf } from "./groups.ts";
import { ListEmpty } from "./ListEmpty.tsx";
import { opened } from "../opened.ts";
import { selectAll, selected, selectTo, toggle } from "./select.ts";
import { useSteady } from "./steady.ts";
import { TicketRow } from "./TicketRow.tsx";

/** Near enough to the end to read on, px; upwards a screen before. doc 1 §9 */
const nearEnd = 100;

/** The tickets of a list. Only the rows in sight exist; arrows, Home and End walk them, x selects, one of them is in the tab order. */
export function TicketList({ name }: { name: ShelfName }) {
  useSignals();
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const shelf = shelves[name];
  const rows = shelf.rows.value;
  const start = shelf.start.value;
  const low = compact.on.value;
  const height = low ? heights.compact : heights.usual;
  const [active, setActive] = useState<number | null>(null);
  const groups = groupsOf(name);
  const topOf = (index: number) => index * height + groups.filter(({ from }) => from <= index).length * heights.heading;
  const isHeaded = (index: number) => groups.some(({ from }) => from === index);
  const current = start + Math.max(0, rows.findIndex(({ id }) => id === (active ?? opened.value?.id)));

  const virtual = useVirtualizer({
    count: start + rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => height + (isHeaded(index) ? heights.heading : 0),
    getItemKey: (index) => rows[index - start]?.id ?? `before-${index}`,
    // The row in the tab order stays, wherever one scrolls.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...(rows.length > 0 ? [current] : [])])].sort((one, other) => one - other),
    overscan: 6,
    initialOffset: shelf.offset,
  });

  const focus = (index: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, index - start));
    const row = rows[at];
    if (!row) return;
    setActive(row.id);
    virtual.scrollToIndex(start + at);
    requestAnimationFrame(() => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-ticket="${row.id}"] [data-main]`)?.focus({ preventScroll: true })));
  };

  const steady = useSteady(box, { rows, start, height, topOf, edition: shelf.edition.value, lost: () => focus(current) });
  useEffect(() => virtual.measure(), [virtual, height]);

  const wish = wished.value;
  useEffect(() => {
    if (wish === null) return;
    wished.value = null;
    const index = rows.findIndex(({ id }) => id === wish);
    if (rows.length > 0) focus(index < 0 ? current : start + index);
    else [...document.querySelectorAll<HTMLElement>("[role=tab][aria-selected=true]")].at(-1)?.focus();
  }, [wish]);

  const openedId = opened.value?.id;
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openedId);
    if (index >= 0) virtual.scrollToIndex(start + index);
    if (openedId) setActive(openedId);
    // Only a ticket that was just opened is scrolled to, not one that moved.
  }, [openedId]);

  const press = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const row = rows[current - start];
    const within = event.ctrlKey || event.metaKey;
    if (within && event.key.toLowerCase() === "a") {
      event.preventDefault();
      return selectAll();
    }
    if (within) return;
    if (event.key.toLowerCase() === "x" && row) {
      event.preventDefault();
      return event.shiftKey ? selectTo(row) : toggle(row);
    }
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: start + rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (event.key === "Home" && start > 0) return virtual.scrollToOffset(0);
    const next = rows[to - start];
    if (event.shiftKey && row && next && to !== current) {
      if (!selected.peek().has(row.id)) toggle(row);
      return selectTo(next);
    }
    focus(to);
  };

  const scrolled = () => {
    const list = box.current;
    if (!list) return;
    shelf.offset = list.scrollTop;
    if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd) void shelf.more();
    else if (list.scrollTop - list.clientHeight < topOf(start)) void shelf.before(Math.max(0, Math.floor(list.scrollTop / height)));
  };
  useEffect(scrolled, [rows, start]);

  if (rows.length === 0) return shelf.state.value === "ready" || shelf.state.value === "failed" ? <ListEmpty name={name} /> : <Waiters />;

  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]" onScroll={scrolled} onKeyDown={press} {...steady}>
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {groups.map(({ label, count, from }) => (
          <h2 key={label} className="text-muted text-small absolute inset-x-0 flex items-end gap-1.5 px-4 pb-1 font-medium" style={{ top: topOf(from) - heights.heading, height: heights.heading }}>
            {t(label)}
            <span className="tabular">{count}</span>
          </h2>
        ))}
        <div role="list" aria-label={t(`tickets.lists.${name}`)}>
          {virtual.getVirtualItems().map(({ key, index }) => {
            const ticket = rows[index - start];
            return (
              <div key={key} role="listitem" aria-hidden={!ticket} aria-setsize={shelf.count.value} aria-posinset={index + 1} className="absolute inset-x-0 top-0 contain-strict" style={{ transform: `translateY(${topOf(index)}px)`, height }}>
                {ticket ? <TicketRow ticket={ticket} tabIndex={index === current ? 0 : -1} onFocus={() => setActive(ticket.id)} low={low} wanted={name === "search" ? asked.value.text : undefined} /> : <Waiter low={low} />}
              </div>
            );
          })}
        </div>
      </div>
      {shelf.hasMore.value && <p className="text-muted text-small py-3 text-center">{t("common.loadingMore")}</p>}
    </div>
  );
}

/** What a list looks like before it is here. */
export const Waiters = ({ low = compact.on.peek() }: { low?: boolean }) => (
  <Delayed>
    <div className="min-h-0 flex-1 overflow-hidden" aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <Waiter key={index} low={low} />
      ))}
    </div>
  </Delayed>
);

const Waiter = ({ low }: { low: boolean }) => (
  <div className="border-line flex items-center gap-3 border-b pr-3 pl-4" style={{ height: low ? heights.compact : heights.usual }}>
    <Skeleton className={low ? "size-9 rounded-full!" : "size-11 rounded-full!"} />
    <div className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-3.5 w-2/5" />
      <Skeleton className="h-3 w-4/5" />
      {!low && <Skeleton className="h-3 w-1/2" />}
    </div>
  </div>
);
