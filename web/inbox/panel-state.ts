import { signal } from "@preact/signals-react";

/** Where the contact has a column of its own beside the conversation; else it lies over it. */
export const wideEnough = "(width >= 80rem)";

/** Whether that column is shown. Remembered on this device. */
export const isPanelColumnOpen = signal(localStorage.getItem("contactPanel") !== "closed");

/** Whether the contact lies over the conversation. */
export const isPanelOverlayOpen = signal(false);

/** Shows the open ticket's contact, or no longer. */
export function togglePanel() {
  if (!matchMedia(wideEnough).matches) {
    isPanelOverlayOpen.value = !isPanelOverlayOpen.peek();
    return;
  }
  isPanelColumnOpen.value = !isPanelColumnOpen.peek();
  localStorage.setItem("contactPanel", isPanelColumnOpen.peek() ? "open" : "closed");
}

/** Shows the open ticket's contact if it is not shown, and goes to where a note is written. */
export function writeNote() {
  const shown = matchMedia(wideEnough).matches
    ? isPanelColumnOpen.peek()
    : isPanelOverlayOpen.peek();
  if (!shown) togglePanel();
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-note]")?.focus());
}
