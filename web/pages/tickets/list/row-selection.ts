import type { MouseEvent } from "react";
import { selecting, selectTo, toggle } from "./selection.ts";
import type { Ticket } from "../../../types.ts";

/**
 * Selects a row: by Ctrl or Shift and a click, or by any click in selection mode. Spread the result
 * over the row.
 */
export const rowSelection = (ticket: Ticket) => ({
  // The browser selects text with Shift.
  onMouseDown: (event: MouseEvent) => void (event.shiftKey && event.preventDefault()),
  onClickCapture(event: MouseEvent) {
    if (!selecting.peek() && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) selectTo(ticket);
    else toggle(ticket);
  },
});
