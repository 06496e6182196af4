import { type ReactNode, useEffect, useRef, useState } from "react";

type Side = "top" | "bottom" | "right";

type Props = { text: string; side?: Side; className?: string; children: ReactNode };

/**
 * Names a control on hover and on keyboard focus. Touch users never see it, so it must not be the
 * only place of a fact.
 */
export function Tooltip({ text, side = "bottom", className = "", children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<DOMRect | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setPlace(anchor.current?.firstElementChild?.getBoundingClientRect() ?? null),
      wait,
    );
  };
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(null);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <span
      ref={anchor}
      className={`inline-flex ${className}`}
      onPointerEnter={(event) => event.pointerType === "mouse" && show(400)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {place && <TooltipBubble text={text} side={side} place={place} />}
    </span>
  );
}

function TooltipBubble({ text, side, place }: { text: string; side: Side; place: DOMRect }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [at, setAt] = useState({ left: -9999, top: 0 });

  useEffect(() => {
    const bubble = ref.current;
    if (!bubble) return;
    bubble.showPopover();
    const { width, height } = bubble.getBoundingClientRect();
    const middle = place.left + place.width / 2 - width / 2;
    const left =
      side === "right" ? place.right + 8 : Math.max(6, Math.min(innerWidth - width - 6, middle));
    const above = place.top - height - 6;
    const below = place.bottom + 6;
    const isAbove = side === "top" ? above >= 4 : below + height > innerHeight - 4;
    const top =
      side === "right" ? place.top + place.height / 2 - height / 2 : isAbove ? above : below;
    setAt({ left, top });
  }, [place, side]);

  return (
    <span ref={ref} popover="manual" aria-hidden className="tooltip-bubble" style={at}>
      {text}
    </span>
  );
}
