import { type PointerEvent, useEffect, useLayoutEffect, useRef } from "react";

type Handlers = {
  /** The element to carry for the pressed target; null where nothing can be carried. */
  liftable: (target: Element) => HTMLElement | null;
  /** The lanes' elements, with their ids. */
  lanes: () => { id: number; element: HTMLElement }[];
  onLift: (element: HTMLElement) => void;
  /** The lane under the pointer; null where there is none. False until the lift is drawn. */
  onOver: (lane: number | null) => boolean;
  onEnd: (dropped: boolean) => void;
};

/** A mouse drags after this many px; before, it clicks. */
const threshold = 5;
/** A finger lifts a card after resting this many ms, and may move this many px meanwhile. */
const press = { after: 230, slop: 8 };
/**
 * The board scrolls when the pointer is this near to its side, in px. `fastest` is in px per frame.
 */
const edge = { width: 56, fastest: 12 };
/** A card still drops into a lane this many px above or below it. */
const around = 80;

/**
 * Carries cards and lanes with a mouse, or with a finger after a long press, so a moving finger
 * still scrolls. Give the handlers to the board's element; `ghost` follows the pointer.
 */
export function useDrag(handlers: Handlers) {
  const board = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const latest = useRef(handlers);
  useLayoutEffect(() => void (latest.current = handlers));
  const isCarrying = useRef(false);
  const stop = useRef<(dropped: boolean) => void>(undefined);

  useEffect(() => {
    const element = board.current;
    if (!element) return;
    // Only a listener from before the touch can keep the page from scrolling.
    const hold = (event: TouchEvent) => isCarrying.current && event.preventDefault();
    element.addEventListener("touchmove", hold, { passive: false });
    return () => {
      element.removeEventListener("touchmove", hold);
      stop.current?.(false);
    };
  }, []);

  const onPointerDown = (event: PointerEvent) => {
    const target = event.target as Element;
    const card = event.button === 0 && event.isPrimary ? latest.current.liftable(target) : null;
    if (!card) return;
    const isTouch = event.pointerType !== "mouse";
    const from = { x: event.clientX, y: event.clientY };
    const { left, top } = card.getBoundingClientRect();
    const grip = { x: from.x - left, y: from.y - top };
    let at = from;
    let over: number | null | undefined;
    let frame = 0;

    const lift = () => {
      isCarrying.current = true;
      latest.current.onLift(card);
      follow();
    };
    /**
     * Each frame moves the ghost to the pointer, scrolls the board at its sides, and finds the
     * lane.
     */
    const follow = () => {
      const box = board.current?.getBoundingClientRect();
      if (!box || !isCarrying.current) return;
      if (ghost.current)
        ghost.current.style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px) rotate(1.5deg)`;
      const into =
        Math.max(box.left + edge.width - at.x, 0) || Math.min(box.right - edge.width - at.x, 0);
      if (into)
        board.current?.scrollBy(
          -Math.sign(into) * Math.ceil(Math.min(1, Math.abs(into) / edge.width) * edge.fastest),
          0,
        );
      const lane = laneAt(latest.current.lanes(), {
        x: Math.max(box.left + 1, Math.min(box.right - 1, at.x)),
        y: at.y,
      });
      // A fast mouse reaches another lane before the lift renders.
      if (lane !== over && latest.current.onOver(lane)) over = lane;
      frame = requestAnimationFrame(follow);
    };
    const timer = isTouch ? setTimeout(lift, press.after) : undefined;

    const move = ({ clientX, clientY, pointerId }: globalThis.PointerEvent) => {
      if (pointerId !== event.pointerId) return;
      at = { x: clientX, y: clientY };
      if (isCarrying.current) return;
      const far = Math.hypot(at.x - from.x, at.y - from.y);
      if (!isTouch && far >= threshold) lift();
      if (isTouch && far >= press.slop) end(false);
    };
    const end = (dropped: boolean) => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener, true);
      stop.current = undefined;
      if (!isCarrying.current) return;
      isCarrying.current = false;
      if (dropped) swallowClick();
      latest.current.onEnd(dropped);
    };
    const listeners = {
      pointermove: move,
      pointerup: () => end(true),
      pointercancel: () => end(false),
      blur: (blurred: Event) => blurred.target === window && end(false),
      // A long press also opens the browser's menu.
      contextmenu: (opened: Event) => isTouch && opened.preventDefault(),
      keydown: (pressed: KeyboardEvent) => {
        if (!isCarrying.current || pressed.key !== "Escape") return;
        pressed.preventDefault();
        pressed.stopPropagation();
        end(false);
      },
    };
    stop.current?.(false);
    stop.current = end;
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener, true);
  };

  return { board, ghost, onPointerDown, cancel: () => stop.current?.(false) };
}

function laneAt(lanes: { id: number; element: HTMLElement }[], { x, y }: { x: number; y: number }) {
  const under = lanes.find(({ element }) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return x >= left && x <= right && y >= top - around && y <= bottom + around;
  });
  return under?.id ?? null;
}

/** Suppresses the click that ends a drag. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true));
}
