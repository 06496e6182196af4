import { useEffect } from "react";
import { dialogs } from "./open-dialogs.ts";

/** Esc ends what goes on, before it leaves the page. Fields, popovers and dialogs come first. */
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
