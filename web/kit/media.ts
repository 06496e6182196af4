import { useSyncExternalStore } from "react";

/** Whether a media query matches; the component follows changes. */
export function useMedia(query: string) {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Below 600 px: one pane and the dock. rules.md#small-screens */
export const narrow = "(width < 37.5rem)";
