import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { CountBadge, cornerBadge } from "../kit/CountBadge.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { usePanel } from "../kit/use-panel.ts";

type Props = {
  /** The button's name, and the content over its corner. */
  label: string;
  icon: LucideIcon;
  badge?: number;
  /** The panel's name, and its width. */
  title: string;
  className?: string;
  /** Whether the content has loaded: only then it gets its place and the focus. */
  isFilled?: boolean;
  /**
   * An element with `data-closes` closes the panel when pressed. The first of those, or
   * `data-first`, gets the focus.
   */
  children: ReactNode;
};

/** A button that opens a panel beside it. Esc and a click elsewhere close the panel. */
export function Popover({
  label,
  icon: Icon,
  badge = 0,
  title,
  className = "w-88",
  isFilled,
  children,
}: Props) {
  const { open, close, button, panel } = usePanel("start", "[data-first],[data-closes]", isFilled);
  return (
    <>
      <Tooltip text={label}>
        <button
          {...button}
          aria-label={label}
          aria-haspopup="dialog"
          className="btn btn-ghost btn-square btn-sm text-muted relative"
        >
          <Icon size={18} aria-hidden />
          {badge > 0 && <CountBadge count={badge} className={`${cornerBadge} -top-1 -right-1`} />}
        </button>
      </Tooltip>
      <div
        {...panel}
        role="dialog"
        aria-label={title}
        className={`menu-panel max-h-[calc(100dvh-1rem)] overflow-y-auto p-0! ${className}`}
        onClick={(event) => (event.target as Element).closest("[data-closes]") && close()}
      >
        {open && children}
      </div>
    </>
  );
}
