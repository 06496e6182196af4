import { signal } from "@preact/signals-react";

/** Whether the menu is a rail, on every page: until one wants it whole. */
export const rail = signal(localStorage.getItem("menuRail") !== "false");

export function setRail(on: boolean) {
  rail.value = on;
  localStorage.setItem("menuRail", String(on));
}
