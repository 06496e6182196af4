import { signal } from "@preact/signals-react";
import type { MenuGroup } from "../screen.ts";

const seldomUsed: MenuGroup[] = ["catalogue", "marketing", "administration", "platform"];

/** The folded menu groups in this browser; by default the rarely used ones. */
export const folded = signal<readonly MenuGroup[]>(stored());

export function fold(group: MenuGroup, on: boolean) {
  folded.value = [...folded.peek().filter((one) => one !== group), ...(on ? [group] : [])];
  localStorage.setItem("menuFolded", JSON.stringify(folded.peek()));
}

function stored(): MenuGroup[] {
  try {
    const json = localStorage.getItem("menuFolded");
    return json === null ? seldomUsed : (JSON.parse(json) as MenuGroup[]);
  } catch {
    return seldomUsed;
  }
}
