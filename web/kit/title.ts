import { useEffect } from "react";

/** The page's name, in the tab and for screen readers. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Balcão`;
  }, [title]);
}
