import { signal } from "@preact/signals-react";

/**
 * From this width on the contact has its own column; on narrower screens it overlays the
 * conversation.
 */
export const wideEnough = "(width >= 80rem)";

/** Whether that column is open. Stored on this device. */
export const isPanelColumnOpen = signal(localStorage.getItem("contactPanel") !== "closed");

/** Whether the contact overlays the conversation. */
export const isPanelOverlayOpen = signal(false);

/** Shows or hides the open ticket's contact. */
export function togglePanel() {
  if (!matchMedia(wideEnough).matches) {
    isPanelOverlayOpen.value = !isPanelOverlayOpen.peek();
    return;
  }
  isPanelColumnOpen.value = !isPanelColumnOpen.peek();
  localStorage.setItem("contactPanel", isPanelColumnOpen.peek() ? "open" : "closed");
}
