import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Item } from "./timeline.ts";

/** Within this of the end one follows what comes; within this of the top the page before is read. px, doc 1 §9 */
const nearEnd = 100;
const nearTop = 50;

/** Where a conversation stands: opens at what is new, follows at the end, and stays put when older messages come in above. */
export function useScroll(box: RefObject<HTMLElement | null>, items: Item[], older: () => void) {
  const [fresh, setFresh] = useState(0);
  const before = useRef<{ first?: string; last?: string; height: number }>({ height: 0 });
  const near = useRef(true);

  const bubbles = items.filter((item) => item.kind === "said");
  const first = bubbles[0]?.key;
  const last = bubbles.at(-1);

  const toEnd = (smooth = false) => {
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? "smooth" : "instant" });
    near.current = true;
    setFresh(0);
  };

  useLayoutEffect(() => {
    const list = box.current;
    if (!list || bubbles.length === 0) return;
    const known = before.current;
    if (known.first === undefined) place(list);
    else if (known.first !== first) list.scrollTop += list.scrollHeight - known.height;
    if (known.last !== undefined && known.last !== last?.key && bubbles.some(({ key }) => key === known.last)) {
      if (near.current || last?.said.mine) toEnd();
      else setFresh((count) => count + bubbles.length - 1 - bubbles.findIndex(({ key }) => key === known.last));
    } else if (known.last === last?.key && near.current) list.scrollTop = list.scrollHeight;
    before.current = { first, last: last?.key, height: list.scrollHeight };
    near.current = isNear(list);
    if (list.scrollHeight <= list.clientHeight + nearTop) older();
    // Only what is shown moves the scroll: measuring at every render would cost, and disturb what opens at the same time.
  }, [items]);

  // The composer grew, the window changed: what was at the end stays there.
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const watch = new ResizeObserver(() => {
      if (near.current) list.scrollTop = list.scrollHeight;
    });
    watch.observe(list);
    return () => watch.disconnect();
  }, [box]);

  const scrolled = () => {
    const list = box.current;
    if (!list) return;
    near.current = isNear(list);
    if (near.current) setFresh(0);
    if (list.scrollTop < nearTop) older();
  };

  return { fresh, toEnd, scrolled };
}

const isNear = (list: HTMLElement) => list.scrollHeight - list.scrollTop - list.clientHeight <= nearEnd;

function place(list: HTMLElement) {
  const mark = list.querySelector<HTMLElement>("[data-unread]");
  list.scrollTop = mark ? mark.offsetTop - list.clientHeight / 4 : list.scrollHeight;
}
