import { signal } from "@preact/signals-react";

/** Where the contact has a column of its own beside the conversation; else it lies over it. */
export const roomy = "(width >= 80rem)";

/** Whether that column is shown. Remembered on this device. */
export const beside = signal(localStorage.getItem("contactPanel") !== "closed");

/** Whether the contact lies over the conversation. */
export const over = signal(false);

/** Shows the open ticket's contact, or no longer. */
export function togglePanel() {
  if (!matchMedia(roomy).matches) {
    over.value = !over.peek();
    return;
  }
  beside.value = !beside.peek();
  localStorage.setItem("contactPanel", beside.peek() ? "open" : "closed");
}

/** Shows the open ticket's contact if it is not shown, and goes to where a note is written. */
export function writeNote() {
  const shown = matchMedia(roomy).matches ? beside.peek() : over.peek();
  if (!shown) togglePanel();
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-note]")?.focus());
}
