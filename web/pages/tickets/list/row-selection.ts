import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import { selecting, selectTo, toggle } from "./selection.ts";
import type { Ticket } from "../../../types.ts";

/** How long (ms) a finger must press a row to select it, and how far (px) it may move. */
const longPress = 500;
const maxSlip = 10;

/**
 * Selects a row: by Ctrl or Shift and a click, by a long press, or by any click in selection mode.
 * Spread the result over the row.
 */
export function useRowSelection(ticket: Ticket) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = useRef({ held: false, touched: false, x: 0, y: 0 });
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      cancel();
      const now = { held: false, touched: pointerType === "touch", x, y };
      press.current = now;
      if (!now.touched || selecting.peek()) return;
      timer.current = setTimeout(() => {
        now.held = true;
        toggle(ticket);
      }, longPress);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > maxSlip) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // The browser opens its own menu on a long press, and selects text with Shift.
    onContextMenu: (event: MouseEvent) => void (press.current.touched && event.preventDefault()),
    onMouseDown: (event: MouseEvent) => void (event.shiftKey && event.preventDefault()),
    onClickCapture(event: MouseEvent) {
      const { held } = press.current;
      press.current.held = false;
      if (!held && !selecting.peek() && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (held) return;
      if (event.shiftKey) selectTo(ticket);
      else toggle(ticket);
    },
  };
}
