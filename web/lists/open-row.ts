import type { MouseEvent } from "react";

// A press outside an open menu closes it, and the click event comes later.
let closesMenu = false;
globalThis.addEventListener?.(
  "pointerdown",
  () => (closesMenu = document.querySelector(":popover-open[role]") !== null),
  true,
);

/**
 * Follows a row's main link (`data-main`) on a click anywhere in the row. Clicks on other controls,
 * text selections, and clicks that close a menu do not count.
 */
export function openRow(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey } = event;
  const link = row.querySelector("a[data-main]");
  if (
    closesMenu ||
    !link ||
    !(target instanceof Element) ||
    !row.contains(target) ||
    target.closest("a,button,input,select,label,[popover]")
  )
    return;
  if (getSelection()?.isCollapsed === false) return;
  link.dispatchEvent(
    new globalThis.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  );
}

/** The class of rows that may have such a link. */
export const openable = "has-[a[data-main]]:cursor-pointer";
