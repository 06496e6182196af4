import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { panelPosition } from "../kit/panel-position.ts";
import { Tooltip } from "../kit/Tooltip.tsx";

type Props = {
  /** The button's name, and what is shown over its corner. */
  label: string;
  icon: LucideIcon;
  badge?: number;
  /** The panel's name, and how wide it is. */
  title: string;
  className?: string;
  /** Pressing what in it carries `data-closes` closes the panel. */
  children: ReactNode;
};

/** A button that opens a panel beside itself. Esc and a click elsewhere close it. */
export function Popover({ label, icon: Icon, badge = 0, title, className = "w-88", children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState({ left: -9999, top: 0 });

  useEffect(() => {
    if (!open || !panel.current || !button.current) return;
    setAt(panelPosition(button.current, panel.current));
    (panel.current.querySelector<HTMLElement>("[data-first]") ?? panel.current).focus({ preventScroll: true });
  }, [open]);

  const close = () => {
    panel.current?.hidePopover();
    button.current?.focus();
  };

  return (
    <>
      <Tooltip text={label}>
        <button ref={button} type="button" aria-label={label} aria-haspopup="dialog" aria-expanded={open} aria-controls={id} popoverTarget={id} className="btn btn-ghost btn-square btn-sm text-muted relative">
          <Icon size={18} aria-hidden />
          {badge > 0 && (
            <span aria-hidden className="bg-primary text-primary-content tabular absolute -top-1 -right-1 grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-xs font-semibold">
              {badge > 99 ? "99+" : badge}
            </span>
          )}
        </button>
      </Tooltip>
      <div ref={panel} id={id} popover="auto" role="dialog" aria-label={title} tabIndex={-1} className={`menu-panel p-0! ${className}`} style={at} onClick={(event) => (event.target as Element).closest("[data-closes]") && close()} onToggle={(event) => setOpen(event.newState === "open")}>
        {open && children}
      </div>
    </>
  );
}
