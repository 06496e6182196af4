import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";

export type Box = { key: number; top: number; bottom: number };

type DragHandlers = {
  /** The current boxes of the items that may swap places with it, including itself. */
  boxes: (key: number) => Box[];
  onMove: (key: number, to: number) => void;
  /** The item was dropped, or the drag was cancelled with Esc. */
  onEnd: (key: number, dropped: boolean) => void;
};

/** Drags an item up and down a list. The others make room at once. */
export function useDrag(way: DragHandlers) {
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef(way);
  useLayoutEffect(() => void (latest.current = way));

  const start = (key: number) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = event.clientY;
    let moves = false;

    const move = ({ clientY }: globalThis.PointerEvent) => {
      if (!moves && Math.abs(clientY - from) < threshold) return;
      moves = true;
      setDragged(key);
      const boxes = latest.current.boxes(key);
      const here = boxes.findIndex((box) => box.key === key);
      const to = boxes.filter(
        (box) => box.key !== key && (box.top + box.bottom) / 2 < clientY,
      ).length;
      if (here >= 0 && to !== here) latest.current.onMove(key, to);
    };
    const end = (dropped: boolean) => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener, true);
      setDragged(null);
      if (moves) latest.current.onEnd(key, dropped);
    };
    const listeners = {
      pointermove: move,
      pointerup: () => end(true),
      pointercancel: () => end(false),
      keydown: (pressed: KeyboardEvent) => {
        if (pressed.key !== "Escape") return;
        pressed.preventDefault();
        pressed.stopPropagation();
        end(false);
      },
    };
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener, true);
  };

  return { dragged, start };
}

const threshold = 4;
