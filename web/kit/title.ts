import { effect, signal } from "@preact/signals-react";
import { useEffect } from "react";

/** How many things wait to be read: stands before the page's name. */
export const unread = signal(0);

/** The page's name, in the tab and for screen readers. */
export function useTitle(title: string) {
  useEffect(() => keepTitled(title), [title]);
}

const keepTitled = (title: string) =>
  effect(() => {
    document.title = `${unread.value > 0 ? `(${unread.value}) ` : ""}${title} · Balcão`;
  });
