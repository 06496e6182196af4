import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { panBy, type Point, type Size, type View, wholePicture, zoomAt } from "./zoom.ts";

type Props = {
  /** A swipe to the picture before (-1) or after (1). */
  onSwipe: (by: number) => void;
  /** A press outside the picture. */
  onLeave: () => void;
};

/** A swipe of this many px shows the next picture. */
const minSwipe = 60;
/** A pointer that moves less than this, in px, is a press. */
const maxPressMove = 6;

/**
 * Zooms and moves a picture on its stage, by wheel, two fingers or a double press. `key` names the
 * picture; another picture starts unzoomed.
 */
export function useZoom(key: string, { onSwipe, onLeave }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [{ of, view }, setZoom] = useState<{ of: string; view: View }>({
    of: key,
    view: wholePicture,
  });
  const fingers = useRef(new Map<number, Point>());
  const began = useRef<{ at: Point; many: boolean } | null>(null);

  const change = (next: (view: View, picture: Size, stage: Size) => View) =>
    setZoom((zoom) => {
      const [image, room] = [picture.current, stage.current];
      const now = zoom.of === key ? zoom.view : wholePicture;
      return {
        of: key,
        view:
          image && room
            ? next(
                now,
                { width: image.offsetWidth, height: image.offsetHeight },
                { width: room.clientWidth, height: room.clientHeight },
              )
            : now,
      };
    });
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    change((now, picture, stage) => zoomAt(now, factor, at, picture, stage));
  const move = (by: Point) => change((now, picture, stage) => panBy(now, by, picture, stage));
  const reset = () => change(() => wholePicture);

  // Relative to the centre of the stage, where the picture's centre is.
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  // React's wheel listener is passive, so the page would zoom too.
  useEffect(() => {
    const room = stage.current;
    if (!room) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), pointOf(event));
    };
    room.addEventListener("wheel", turn, { passive: false });
    return () => room.removeEventListener("wheel", turn);
  }, [key]);

  const current = of === key ? view : wholePicture;
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, pointOf(event));
      began.current = { at: pointOf(event), many: fingers.current.size > 1 };
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = pointOf(event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      if (other) {
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        zoomBy(distance(now, other) / (distance(before, other) || 1), middle);
        move({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
      } else if (current.scale > 1) move({ x: now.x - before.x, y: now.y - before.y });
    },
    onPointerUp: (event: PointerEvent) => {
      const start = began.current;
      const last = fingers.current.size === 1;
      fingers.current.delete(event.pointerId);
      if (!start || !last) return;
      began.current = null;
      const now = pointOf(event);
      const [across, down] = [now.x - start.at.x, now.y - start.at.y];
      if (start.many || current.scale > 1) return;
      if (
        event.pointerType !== "mouse" &&
        Math.abs(across) > minSwipe &&
        Math.abs(across) > 1.5 * Math.abs(down)
      )
        onSwipe(across > 0 ? -1 : 1);
      else if (distance(now, start.at) < maxPressMove && !inside(picture.current, event)) onLeave();
    },
    onPointerCancel: (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
      began.current = null;
    },
    onDoubleClick: (event: MouseEvent) =>
      current.scale > 1 ? reset() : zoomBy(2.5, pointOf(event)),
  };

  return { stage, picture, view: current, zoomBy, move, reset, handlers };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function inside(
  image: HTMLImageElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
) {
  const box = image?.getBoundingClientRect();
  return (
    box !== undefined &&
    clientX >= box.left &&
    clientX <= box.right &&
    clientY >= box.top &&
    clientY <= box.bottom
  );
}
