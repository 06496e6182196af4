import { useEffect } from "react";
import { dialogs } from "./open-dialogs.ts";

/** Esc ends the current activity. Fields, popovers and dialogs handle it first. */
export function useEscape(active: boolean, end: () => void) {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (
        event.key !== "Escape" ||
        event.defaultPrevented ||
        event.isComposing ||
        dialogs.peek().length > 0 ||
        document.querySelector(":popover-open[role]")
      )
        return;
      event.preventDefault();
      end();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [active, end]);
}
