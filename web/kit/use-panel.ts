import { useEffect, useId, useRef, useState } from "react";
import { panelPosition } from "./panel-position.ts";

/**
 * A panel that a button opens over the page. The element that matches `first` gets the focus once
 * the panel `isFilled`. Spread the parts over the button and the panel.
 */
export function usePanel(
  align: Parameters<typeof panelPosition>[2] = "start",
  first?: string,
  isFilled = true,
) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState({ left: -9999, top: 0 });

  // A panel that grows while it is open stays on the screen.
  useEffect(() => {
    const [opener, opened] = [button.current, panel.current];
    if (!open || !opener || !opened) return undefined;
    const sizes = new ResizeObserver(() => setAt(panelPosition(opener, opened, align)));
    sizes.observe(opened);
    return () => sizes.disconnect();
  }, [open, align]);

  useEffect(() => {
    if (!open || !panel.current || !button.current) return;
    setAt(panelPosition(button.current, panel.current, align));
    if (first)
      (panel.current.querySelector<HTMLElement>(first) ?? panel.current).focus({
        preventScroll: true,
      });
  }, [open, align, isFilled]);

  return {
    open,
    close: () => {
      panel.current?.hidePopover();
      button.current?.focus();
    },
    button: {
      ref: button,
      type: "button" as const,
      "aria-expanded": open,
      "aria-controls": id,
      popoverTarget: id,
    },
    panel: {
      ref: panel,
      id,
      popover: "auto" as const,
      tabIndex: -1,
      style: at,
      onToggle: (event: { newState: string }) => setOpen(event.newState === "open"),
    },
  };
}
