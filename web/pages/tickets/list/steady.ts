import { type FocusEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { Ticket } from "../types.ts";

type Now = {
  rows: Ticket[];
  start: number;
  height: number;
  /** How far (px) the row at a place stands below the list's beginning. */
  topOf: (index: number) => number;
  /** Counts the questions that the list answers: each begins at the top. */
  edition: number;
  /** The row that had the focus left the list. */
  lost: () => void;
};

/** The most rows (of their height) that stand empty so that the one under the pointer stays: as many as are drawn beyond what is in sight. */
const mostHeld = 4;

/** Scrolled less than this (px), one looks at the top, where what is new comes in sight. */
const atTop = 8;

/** Keeps the rows in sight where they are while others come, go and move, the row under the pointer wherever it can, and the focus within the list. Spread what it answers over the box. */
export function useSteady(box: RefObject<HTMLElement | null>, now: Now) {
  const before = useRef(now);
  const focused = useRef<number | null>(null);
  const pointed = useRef<number | null>(null);
  const hold = (px: number) => void box.current?.style.setProperty("padding-top", `${Math.max(0, Math.min(mostHeld * now.height, px))}px`);
  const release = () => {
    pointed.current = null;
    hold(0);
  };

  useLayoutEffect(() => {
    const list = box.current;
    const { rows, height, edition } = before.current;
    const last = before.current;
    before.current = now;
    if (!list) return;
    if (edition !== now.edition) list.scrollTop = 0;
    else if (height !== now.height) list.scrollTop *= now.height / height;
    else if (rows !== now.rows) {
      if (list.scrollTop > atTop) list.scrollTop += moved(seen(list, last), last, now);
      // At the top nothing can be scrolled away: a gap stands where others went, until the pointer leaves.
      else hold(parseFloat(list.style.paddingTop || "0") - shift(pointed.current, last, now));
    }
    const isLost = focused.current !== null && document.activeElement === document.body && !now.rows.some(({ id }) => id === focused.current);
    if (isLost) now.lost();
  });

  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = Number(target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket ?? 0) || null),
    // What has the focus when it goes away tells of a blur, too.
    onBlur: ({ target, relatedTarget }: FocusEvent) => void setTimeout(() => (relatedTarget || target.isConnected) && (focused.current = null)),
    onPointerOver: ({ target, pointerType }: PointerEvent) => void (pointerType === "mouse" && target instanceof Element && (pointed.current = Number(target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket ?? 0) || null)),
    onPointerLeave: release,
  };
}

/** The rows that were in sight, or nearly. */
const seen = (list: HTMLElement, { rows, start, height }: Now): number[] => {
  const first = Math.max(0, Math.floor(list.scrollTop / height) - start);
  return rows.slice(first, first + Math.ceil(list.clientHeight / height) + 1).map(({ id }) => id);
};

const placeOf = ({ rows, start }: Now, id: number) => {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? undefined : start + at;
};

/** How far (px) most of these rows have moved: one that jumps to the top takes nobody along. */
function moved(ids: number[], last: Now, now: Now): number {
  const steps = ids.flatMap((id) => {
    const [from, to] = [placeOf(last, id), placeOf(now, id)];
    return from === undefined || to === undefined ? [] : [now.topOf(to) - last.topOf(from)];
  }).sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

/** How far (px) rows that went have moved up the row under the pointer; below zero when they moved it down. One that went elsewhere by itself is not held. */
function shift(id: number | null, last: Now, now: Now): number {
  const ticket = (rows: Ticket[]) => rows.find((row) => row.id === id);
  if (id === null || ticket(last.rows)?.place !== ticket(now.rows)?.place) return 0;
  return moved([id], last, now);
}
