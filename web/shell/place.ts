import { signal } from "@preact/signals-react";
import { opened } from "../pages/tickets/opened.ts";

/** Where this tab is, and whether one could see it. */
export const path = signal(location.pathname);
export const visible = signal(document.visibilityState === "visible");

/** The ticket before this tab's eyes. Reads signals. */
export function inSight(): number | null {
  const ticket = opened.value;
  return ticket && visible.value && path.value === `/tickets/${ticket.uuid}` ? ticket.id : null;
}

for (const event of ["popstate", "pushState", "replaceState"]) window.addEventListener(event, () => (path.value = location.pathname));
document.addEventListener("visibilitychange", () => (visible.value = document.visibilityState === "visible"));
