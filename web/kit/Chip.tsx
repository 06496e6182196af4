import type { ReactNode } from "react";
import { textColorOn } from "./contrast.ts";

type Props = { color: string; children: ReactNode; className?: string };

/** A short word on a user's colour. The text's colour is computed from it. */
export function Chip({ color, children, className = "" }: Props) {
  return (
    <span
      style={{ background: color, color: textColorOn(color) }}
      className={`inline-flex h-5.5 max-w-48 min-w-0 items-center rounded-md px-2 text-xs font-medium ${className}`}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}
