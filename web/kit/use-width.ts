import { type RefObject, useLayoutEffect, useState } from "react";

/** How wide (px) an element is, and again when that changes. */
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
