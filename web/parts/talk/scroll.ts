import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TimelineItem } from "./timeline.ts";

/**
 * Distances in px. `nearEnd`: the view follows new messages. `nearTop`: the previous page loads.
 * `farFromEnd`: a button leads back to the end. rules.md#next-page
 */
const nearEnd = 100;
const nearTop = 50;
const farFromEnd = 400;

/** The message to scroll to. A new object each time, also for the same message. */
export type Target = { messageId: number; focus: boolean };

type Props = {
  items: TimelineItem[];
  /** The previous page loads within this distance of the top, in px. */
  olderWithin?: number;
  /** The message to scroll to. */
  target: Target | null;
  /** Whether there are newer messages than the last item. */
  hasNewer: boolean;
  older: () => void;
  newer: () => void;
};

/**
 * A conversation's scroll position. It opens at the first unread or the target message and follows
 * new messages at the end. It stays put when content above changes.
 */
export function useScroll(
  box: RefObject<HTMLDivElement | null>,
  { items, olderWithin = nearTop, target, hasNewer, older, newer }: Props,
) {
  const [fresh, setFresh] = useState(0);
  const [isFarFromEnd, setIsFarFromEnd] = useState(false);
  const before = useRef<{ last?: string; hasNewer: boolean; goal: Target | null }>({
    hasNewer,
    goal: null,
  });
  const anchor = useRef<{ key: string; top: number } | null>(null);
  const near = useRef(true);

  const bubbles = items.filter((item) => item.kind === "bubble");
  const last = bubbles.at(-1);

  const toEnd = (smooth = false) => {
    box.current?.scrollTo({
      top: box.current.scrollHeight,
      behavior: smooth ? "smooth" : "instant",
    });
    near.current = true;
    setFresh(0);
    setIsFarFromEnd(false);
  };

  const onScroll = () => {
    const list = box.current;
    if (!list) return;
    const rest = list.scrollHeight - list.scrollTop - list.clientHeight;
    near.current = rest <= nearEnd && !before.current.hasNewer;
    anchor.current = anchorOf(list);
    setIsFarFromEnd(rest > farFromEnd || before.current.hasNewer);
    if (near.current) setFresh(0);
    if (list.scrollTop < olderWithin) older();
    if (rest < nearEnd) newer();
  };

  // Keep the visible messages in place.
  const keepAnchor = () => {
    const list = box.current;
    if (!list) return;
    if (near.current) return void (list.scrollTop = list.scrollHeight);
    const anchored =
      anchor.current &&
      list.querySelector<HTMLElement>(`[data-bubble="${CSS.escape(anchor.current.key)}"]`);
    if (!anchored || !anchor.current) return;
    const top = anchored.offsetTop - anchor.current.top;
    if (Math.abs(list.scrollTop - top) >= 1) list.scrollTop = top;
  };

  useLayoutEffect(() => {
    const list = box.current;
    if (!list || bubbles.length === 0) return;
    const previous = before.current;
    const targetElement =
      target && target !== previous.goal
        ? list.querySelector<HTMLElement>(`[data-message="${target.messageId}"]`)
        : null;
    const grown = previous.last !== undefined && previous.last !== last?.key && !previous.hasNewer;
    const at = grown ? bubbles.findIndex(({ key }) => key === previous.last) : -1;
    before.current = { last: last?.key, hasNewer, goal: targetElement ? target : previous.goal };
    if (targetElement) {
      near.current = false;
      list.scrollTop =
        targetElement.offsetTop -
        Math.max(nearTop, (list.clientHeight - targetElement.offsetHeight) / 2);
      if (target?.focus) targetElement.focus({ preventScroll: true });
    } else if (
      previous.last === undefined ||
      !bubbles.some(({ key }) => key === anchor.current?.key)
    )
      scrollToStart(list);
    else if (at >= 0 && (near.current || last?.bubble.mine)) toEnd();
    else {
      if (at >= 0) setFresh((count) => count + bubbles.length - 1 - at);
      keepAnchor();
    }
    onScroll();
    // Only changed items move the scroll position: measuring at each render is slow and disturbs
    // opening panels.
  }, [items, target]);

  // The composer, the window or a broken picture changed the size: keep the visible messages in
  // place.
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const watch = new ResizeObserver(keepAnchor);
    watch.observe(list);
    if (list.firstElementChild) watch.observe(list.firstElementChild);
    return () => watch.disconnect();
  }, [box]);

  return { fresh, isFarFromEnd, toEnd, scrolled: onScroll };
}

/** The first bubble that is at least partly visible, and its distance from the upper edge. */
function anchorOf(list: HTMLElement) {
  const bubbles = list.querySelectorAll<HTMLElement>("[data-bubble]");
  let [from, to] = [0, bubbles.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    const bubble = bubbles[middle]!;
    if (bubble.offsetTop + bubble.offsetHeight <= list.scrollTop) from = middle + 1;
    else to = middle;
  }
  const bubble = bubbles[from];
  return bubble
    ? { key: bubble.dataset.bubble ?? "", top: bubble.offsetTop - list.scrollTop }
    : null;
}

function scrollToStart(list: HTMLElement) {
  const mark = list.querySelector<HTMLElement>("[data-unread]");
  list.scrollTop = mark ? mark.offsetTop - list.clientHeight / 4 : list.scrollHeight;
}
