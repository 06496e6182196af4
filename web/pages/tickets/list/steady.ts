import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { Ticket } from "../types.ts";

type Now = {
  rows: Ticket[];
  start: number;
  height: number;
  /** Counts the questions that the list answers: each begins at the top. */
  edition: number;
  /** The row that had the focus left the list. */
  lost: () => void;
};

/** Scrolled less than this (px), one looks at the top, where what is new comes in sight. */
const atTop = 8;

/** Keeps the rows in sight where they are while others come, go and move, and the focus within the list. Spread what it answers over the box. */
export function useSteady(box: RefObject<HTMLElement | null>, now: Now) {
  const before = useRef(now);
  const focused = useRef<number | null>(null);

  useLayoutEffect(() => {
    const list = box.current;
    const { rows, start, height, edition } = before.current;
    before.current = now;
    if (!list) return;
    if (edition !== now.edition) list.scrollTop = 0;
    else if (height !== now.height) list.scrollTop *= now.height / height;
    else if (rows !== now.rows && list.scrollTop > atTop) list.scrollTop += height * moved(seen(list, height, rows, start), now);
    const isLost = focused.current !== null && document.activeElement === document.body && !now.rows.some(({ id }) => id === focused.current);
    if (isLost) now.lost();
  });

  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = Number(target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket ?? 0) || null),
    // What has the focus when it goes away tells of a blur, too.
    onBlur: ({ target, relatedTarget }: FocusEvent) => void setTimeout(() => (relatedTarget || target.isConnected) && (focused.current = null)),
  };
}

type Stood = { id: number; index: number };

const seen = (list: HTMLElement, height: number, rows: Ticket[], start: number): Stood[] => {
  const first = Math.max(0, Math.floor(list.scrollTop / height) - start);
  return rows.slice(first, first + Math.ceil(list.clientHeight / height) + 1).map(({ id }, index) => ({ id, index: start + first + index }));
};

/** By how many places most of the rows that were in sight have moved: one that jumps to the top takes nobody along. */
function moved(stood: Stood[], { rows, start }: Now): number {
  const places = new Map(rows.map(({ id }, index) => [id, start + index]));
  const steps = stood.flatMap(({ id, index }) => (places.has(id) ? [places.get(id)! - index] : [])).sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}
