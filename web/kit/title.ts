import { effect, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { brand } from "./brand.ts";

/** The number of waiting customers; it precedes the page's name in the tab. */
export const titleCount = signal(0);

/** The page's name, in the tab and for screen readers. */
export function useTitle(title: string) {
  useEffect(() => watchTitle(title), [title]);
}

const watchTitle = (title: string) =>
  effect(() => {
    document.title = `${titleCount.value > 0 ? `(${titleCount.value}) ` : ""}${title} · ${brand.value.name}`;
  });
