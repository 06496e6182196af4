import { signal } from "@preact/signals-react";
import { openTicket } from "../inbox/open-ticket.ts";

/** This tab's path, and whether the tab is visible. */
export const path = signal(location.pathname);
export const isTabVisible = signal(document.visibilityState === "visible");

/** The ticket that this tab shows. Reads signals. */
export function ticketInView(): number | null {
  const ticket = openTicket.value;
  return ticket && isTabVisible.value && path.value === `/tickets/${ticket.uuid}`
    ? ticket.id
    : null;
}

for (const event of ["popstate", "pushState", "replaceState"])
  window.addEventListener(event, () => (path.value = location.pathname));
document.addEventListener(
  "visibilitychange",
  () => (isTabVisible.value = document.visibilityState === "visible"),
);
