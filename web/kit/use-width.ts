import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of an element in px; the component follows changes. */
export function useWidth(ref: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.offsetWidth);
    const watch = new ResizeObserver(() => setWidth(element.offsetWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, [ref]);
  return width;
}
