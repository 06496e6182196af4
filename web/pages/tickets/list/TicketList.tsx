import { useSignals } from "@preact/signals-react/runtime";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useMedia } from "../../../kit/media.ts";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { onDemand } from "../../../kit/on-demand.ts";
import { useTranslation } from "../../../kit/text.ts";
import {
  type ListName,
  isLongestWait,
  type Lane,
  ticketLists,
  toggleGroup,
  focusTarget,
} from "../../../inbox/list-state.ts";
import { appliedSearch } from "../../../inbox/ticket-search.ts";
import { compact, rowHeights } from "./density.ts";
import { GroupHeading } from "./GroupHeading.tsx";
import { groupsOf } from "./groups.ts";
import { openTicket } from "../../../inbox/open-ticket.ts";
import { selectAll, selected, selectTo, toggle } from "./selection.ts";
import { useStableScroll } from "./stable-scroll.ts";
import { TicketRow } from "./TicketRow.tsx";

const ListEmpty = onDemand(async () => (await import("./ListEmpty.tsx")).ListEmpty);

/**
 * The list loads the next page within this distance (px) of its end; upwards a screen before.
 * rules.md#next-page
 */
const nearEnd = 100;

/**
 * The tickets of a list. Only visible rows are rendered. Arrows, Home and End move between them, x
 * selects, and one row is in the tab order.
 */
export function TicketList({ name }: { name: ListName }) {
  useSignals();
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const ticketList = ticketLists[name];
  const rows = ticketList.rows.value;
  const start = ticketList.start.value;
  const compactRows = compact.on.value;
  const height = compactRows ? rowHeights.compact : rowHeights.usual;
  const [active, setActive] = useState<number | null>(null);
  const groups = groupsOf(name);
  const heading = useMedia("(pointer: coarse)") ? rowHeights.headingOnTouch : rowHeights.heading;
  const headingsTo = (index: number) => groups.filter(({ from }) => from <= index).length;
  const topOf = (index: number) => index * height + headingsTo(index) * heading;
  const headingsAt = (index: number) => groups.filter(({ from }) => from === index).length;
  const end = start + rows.length;
  const current =
    start +
    Math.max(
      0,
      rows.findIndex(({ id }) => id === (active ?? openTicket.value?.id)),
    );

  const virtual = useVirtualizer({
    count: start + rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => height + headingsAt(index) * heading,
    paddingEnd: headingsAt(end) * heading,
    getItemKey: (index) => rows[index - start]?.id ?? `before-${index}`,
    // The row in the tab order is always rendered, wherever the user scrolls.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(rows.length > 0 ? [current] : [])])].sort(
        (one, other) => one - other,
      ),
    overscan: 6,
    initialOffset: ticketList.offset,
  });

  const focus = (index: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, index - start));
    const row = rows[at];
    if (!row) return;
    setActive(row.id);
    virtual.scrollToIndex(start + at);
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        box.current
          ?.querySelector<HTMLElement>(`[data-ticket="${row.id}"] [data-main]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  };

  const stableScroll = useStableScroll(box, {
    rows,
    start,
    height,
    topOf,
    resultVersion: ticketList.resultVersion.value,
    onFocusLost: () => focus(current),
  });
  useEffect(() => virtual.measure(), [virtual, height, heading]);

  const target = focusTarget.value;
  useEffect(() => {
    if (target === null) return;
    focusTarget.value = null;
    const index = rows.findIndex(({ id }) => id === target);
    if (rows.length > 0) focus(index < 0 ? current : start + index);
    else
      [...document.querySelectorAll<HTMLElement>("[role=tab][aria-selected=true]")].at(-1)?.focus();
  }, [target]);

  const openedId = openTicket.value?.id;
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openedId);
    if (index >= 0) virtual.scrollToIndex(start + index);
    if (openedId) setActive(openedId);
    // Scroll only to a ticket that was just opened, not to one that moved.
  }, [openedId]);

  const onKey = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const row = rows[current - start];
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key.toLowerCase() === "a") {
      event.preventDefault();
      return selectAll();
    }
    if (isControl) return;
    if (event.key.toLowerCase() === "x" && row) {
      event.preventDefault();
      return event.shiftKey ? selectTo(row) : toggle(row);
    }
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: start + rows.length - 1,
    }[event.key];
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

  const onScroll = () => {
    const list = box.current;
    if (!list) return;
    ticketList.offset = list.scrollTop;
    if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd) void ticketList.more();
    else if (list.scrollTop - list.clientHeight < topOf(start))
      void ticketList.before(Math.max(0, Math.floor(list.scrollTop / height)));
  };
  useEffect(onScroll, [rows, start]);

  if (rows.length === 0 && (groups.length === 0 || ticketList.state.value !== "ready"))
    return ticketList.state.value === "ready" || ticketList.state.value === "failed" ? (
      <ListEmpty name={name} />
    ) : (
      <SkeletonRows />
    );

  return (
    <div
      ref={box}
      className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
      onScroll={onScroll}
      onKeyDown={onKey}
      {...stableScroll}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {groups.map((group, index) => (
          <GroupHeading
            key={group.name}
            group={group}
            top={group.from * height + index * heading}
            height={heading}
            onToggle={() => toggleGroup(name as Lane, group.name)}
          />
        ))}
        <div role="list" aria-label={t(`tickets.lists.${name}`)}>
          {virtual.getVirtualItems().map(({ key, index }) => {
            const ticket = rows[index - start];
            return (
              <div
                key={key}
                role="listitem"
                aria-hidden={!ticket}
                aria-setsize={ticketList.count.value}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 contain-strict"
                style={{ transform: `translateY(${topOf(index)}px)`, height }}
              >
                {ticket ? (
                  <TicketRow
                    ticket={ticket}
                    tabIndex={index === current ? 0 : -1}
                    onFocus={() => setActive(ticket.id)}
                    isCompact={compactRows}
                    isLongest={isLongestWait(ticket)}
                    searchText={name === "search" ? appliedSearch.value.text : undefined}
                  />
                ) : (
                  <SkeletonRow isCompact={compactRows} />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {ticketList.hasMore.value && (
        <p className="text-muted text-small py-3 text-center">{t("common.loadingMore")}</p>
      )}
    </div>
  );
}

/** Placeholder rows while a list loads. */
export const SkeletonRows = ({ isCompact = compact.on.peek() }: { isCompact?: boolean }) => (
  <Delayed>
    <div className="min-h-0 flex-1 overflow-hidden" aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <SkeletonRow key={index} isCompact={isCompact} />
      ))}
    </div>
  </Delayed>
);

const SkeletonRow = ({ isCompact }: { isCompact: boolean }) => (
  <div
    className="border-line flex items-center gap-3 border-b pr-3 pl-4"
    style={{ height: isCompact ? rowHeights.compact : rowHeights.usual }}
  >
    <Skeleton className={isCompact ? "size-9 rounded-full!" : "size-11 rounded-full!"} />
    <div className="flex flex-1 flex-col gap-2">
      <Skeleton className="h-3.5 w-2/5" />
      <Skeleton className="h-3 w-4/5" />
      {!isCompact && <Skeleton className="h-3 w-1/2" />}
    </div>
  </div>
);
