import { signal } from "@preact/signals-react";
import type { MenuGroup } from "../screens.ts";

/** The groups of the menu that one has folded in this browser. */
export const folded = signal<readonly MenuGroup[]>(stored());

export function fold(group: MenuGroup, on: boolean) {
  folded.value = [...folded.peek().filter((one) => one !== group), ...(on ? [group] : [])];
  localStorage.setItem("menuFolded", JSON.stringify(folded.peek()));
}

function stored(): MenuGroup[] {
  try {
    return JSON.parse(localStorage.getItem("menuFolded") ?? "[]") as MenuGroup[];
  } catch {
    return [];
  }
}
