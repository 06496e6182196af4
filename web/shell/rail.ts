import { signal } from "@preact/signals-react";

/** Whether the menu is a rail on all pages; true by default. */
export const rail = signal(localStorage.getItem("menuRail") !== "false");

export function setRail(on: boolean) {
  rail.value = on;
  localStorage.setItem("menuRail", String(on));
}
