import { type FocusEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { Ticket } from "../../../types.ts";

type Layout = {
  rows: Ticket[];
  start: number;
  height: number;
  /** The distance (px) of a row from the list's beginning. */
  topOf: (index: number) => number;
  /** Changes with each new query. The results of a query begin at the top. */
  resultVersion: number;
  /** Called when the focused row leaves the list. */
  onFocusLost: () => void;
};

/**
 * The highest gap, in rows, that keeps the row under the pointer in place. As many rows are
 * rendered outside the view.
 */
const mostGapRows = 4;

/** Within this distance (px) the list counts as at its top, where new rows appear. */
const atTop = 8;

/**
 * Keeps the visible rows in place while others appear, disappear and move. The row under the
 * pointer comes first, and the focus stays within the list. Spread the result over the box.
 */
export function useStableScroll(box: RefObject<HTMLElement | null>, now: Layout) {
  const before = useRef(now);
  const focusedId = useRef<number | null>(null);
  const hoveredId = useRef<number | null>(null);
  const setGap = (px: number) =>
    void box.current?.style.setProperty(
      "padding-top",
      `${Math.max(0, Math.min(mostGapRows * now.height, px))}px`,
    );
  const endHover = () => {
    hoveredId.current = null;
    setGap(0);
  };

  useLayoutEffect(() => {
    const list = box.current;
    const { rows, height, resultVersion } = before.current;
    const last = before.current;
    before.current = now;
    if (!list) return;
    if (resultVersion !== now.resultVersion) list.scrollTop = 0;
    else if (height !== now.height) list.scrollTop *= now.height / height;
    else if (rows !== now.rows) {
      if (list.scrollTop > atTop) list.scrollTop += medianShift(visibleIds(list, last), last, now);
      // At the top the list cannot scroll up, so a gap replaces the removed rows until the pointer
      // leaves.
      else
        setGap(
          parseFloat(list.style.paddingTop || "0") - hoveredShift(hoveredId.current, last, now),
        );
    }
    const isLost =
      focusedId.current !== null &&
      document.activeElement === document.body &&
      !now.rows.some(({ id }) => id === focusedId.current);
    if (isLost) now.onFocusLost();
  });

  return {
    onFocus: ({ target }: FocusEvent) =>
      void (focusedId.current =
        Number(target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket ?? 0) || null),
    // A focused element that is removed from the page also fires blur.
    onBlur: ({ target, relatedTarget }: FocusEvent) =>
      void setTimeout(() => (relatedTarget || target.isConnected) && (focusedId.current = null)),
    onPointerOver: ({ target, pointerType }: PointerEvent) =>
      void (
        pointerType === "mouse" &&
        target instanceof Element &&
        (hoveredId.current =
          Number(target.closest<HTMLElement>("[data-ticket]")?.dataset.ticket ?? 0) || null)
      ),
    onPointerLeave: endHover,
  };
}

/** The rows that were visible, or nearly visible. */
const visibleIds = (list: HTMLElement, { rows, start, height }: Layout): number[] => {
  const first = Math.max(0, Math.floor(list.scrollTop / height) - start);
  return rows.slice(first, first + Math.ceil(list.clientHeight / height) + 1).map(({ id }) => id);
};

const indexOf = ({ rows, start }: Layout, id: number) => {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? undefined : start + at;
};

/** How far (px) most of these rows have moved. The median ignores a row that jumps to the top. */
function medianShift(ids: number[], last: Layout, now: Layout): number {
  const steps = ids
    .flatMap((id) => {
      const [from, to] = [indexOf(last, id), indexOf(now, id)];
      return from === undefined || to === undefined ? [] : [now.topOf(to) - last.topOf(from)];
    })
    .sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

/**
 * How far (px) removed rows have moved up the row under the pointer; negative when it moved down. A
 * row that moved by itself is not held.
 */
function hoveredShift(id: number | null, last: Layout, now: Layout): number {
  const ticket = (rows: Ticket[]) => rows.find((row) => row.id === id);
  if (id === null || ticket(last.rows)?.place !== ticket(now.rows)?.place) return 0;
  return medianShift([id], last, now);
}
