import { effect, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { brand } from "./brand.ts";

/** How many things wait to be read: stands before the page's name. */
export const titleCount = signal(0);

/** The page's name, in the tab and for screen readers. */
export function useTitle(title: string) {
  useEffect(() => watchTitle(title), [title]);
}

const watchTitle = (title: string) =>
  effect(() => {
    document.title = `${titleCount.value > 0 ? `(${titleCount.value}) ` : ""}${title} · ${brand.value.name}`;
  });
