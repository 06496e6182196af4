import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { clock } from "../../../kit/text.ts";
import type { Ticket } from "../../../types.ts";

/** A timer takes no more than 24 days. */
const longest = 86_400_000;

/**
 * How long (ms) a ticket's connection still takes free text; negative once it no longer does. The
 * component renders again when it ends. rules.md#window
 */
export function useWindowLeft({ windowUntil }: Pick<Ticket, "windowUntil">): number {
  useSignals();
  const [, setEnded] = useState(windowUntil);
  const end = windowUntil === null ? Infinity : Date.parse(windowUntil);
  const left = end - Math.max(clock.value, Date.now());
  useEffect(() => {
    const wait = end - Date.now() + 1;
    if (wait < 0 || wait > longest) return undefined;
    const timer = setTimeout(() => setEnded(`${windowUntil} over`), wait);
    return () => clearTimeout(timer);
  }, [end]);
  return left;
}
