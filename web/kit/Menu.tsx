import { Check, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { panelPosition } from "./panel-position.ts";
import { Tooltip } from "./Tooltip.tsx";

export type MenuItem = {
  label: string;
  icon?: LucideIcon;
  href?: string;
  onSelect?: () => void;
  /** One of several options: a tick, with the role menuitemradio. */
  checked?: boolean;
  /** On or off by itself: a tick, with the role menuitemcheckbox. */
  on?: boolean;
  danger?: boolean;
  /** Stands over it, and names what begins with it. */
  heading?: string;
  /** A line over it. */
  parted?: boolean;
  disabled?: boolean;
};

type Props = {
  /** The button's name. */
  label: string;
  /** Asked for when it opens, if they change with time. */
  items: MenuItem[] | (() => MenuItem[]);
  /** What the button shows. */
  children: ReactNode;
  className?: string;
  /** Stands over the items. Arrows reach what in it is a menuitem; pressing that closes the menu. */
  header?: ReactNode;
  align?: "start" | "end";
  tip?: boolean;
};

/** A button that opens a list of actions. Arrows, Home, End and Esc work as in any menu. */
export function Menu({ label, items, children, className = "btn btn-ghost btn-square btn-sm", header, align = "end", tip = true }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState<{ left: number; top: number }>({ left: -9999, top: 0 });

  useEffect(() => {
    if (!open || !panel.current || !button.current) return;
    setAt(panelPosition(button.current, panel.current, align));
    panel.current.querySelector<HTMLElement>("[aria-checked=true],[role^=menuitem]:not([disabled])")?.focus({ preventScroll: true });
  }, [open, align]);

  const close = () => {
    panel.current?.hidePopover();
    button.current?.focus();
  };

  const move = (event: KeyboardEvent) => {
    const all = [...(panel.current?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([disabled])") ?? [])];
    const here = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: here + 1, ArrowRight: here + 1, ArrowUp: here - 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Tab") panel.current?.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };

  const trigger = (
    <button ref={button} type="button" aria-label={label} aria-haspopup="menu" aria-expanded={open} aria-controls={id} popoverTarget={id} className={className}>
      {children}
    </button>
  );

  return (
    <>
      {tip ? <Tooltip text={label}>{trigger}</Tooltip> : trigger}
      <div ref={panel} id={id} popover="auto" role="menu" aria-label={label} tabIndex={-1} className="menu-panel" style={at} onKeyDown={move} onToggle={(event) => setOpen(event.newState === "open")}>
        {open && header && <div className="border-line mb-1 border-b px-3 pt-1.5 pb-2.5 last:mb-0 last:border-0" onClick={(event) => (event.target as Element).closest("[role^=menuitem]") && close()}>{header}</div>}
        {open && (typeof items === "function" ? items() : items).map((item) => <Item key={item.label} {...item} close={close} />)}
      </div>
    </>
  );
}

function Item({ heading, parted, ...item }: MenuItem & { close: () => void }) {
  return (
    <>
      {parted && <div role="separator" className="bg-line -mx-1.5 my-1.5 h-px" />}
      {heading && (
        <p role="presentation" className="text-muted px-2.5 pt-2 pb-0.5 text-xs font-medium">
          {heading}
        </p>
      )}
      <Action {...item} />
    </>
  );
}

function Action({ label, icon: Icon, href, onSelect, checked, on, danger, disabled, close }: MenuItem & { close: () => void }) {
  const inside = (
    <>
      {Icon && <Icon size={18} aria-hidden className={danger ? "" : "text-muted"} />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {(checked ?? on) && <Check size={16} aria-hidden className="text-primary" />}
    </>
  );
  const className = `menu-item ${danger ? "text-error" : ""}`;
  const choose = () => {
    close();
    onSelect?.();
  };
  if (href) {
    return (
      <Link href={href} role="menuitem" tabIndex={-1} className={className} onClick={choose}>
        {inside}
      </Link>
    );
  }
  const role = checked !== undefined ? "menuitemradio" : on !== undefined ? "menuitemcheckbox" : "menuitem";
  return (
    <button type="button" role={role} aria-checked={checked ?? on} tabIndex={-1} disabled={disabled} className={className} onClick={choose}>
      {inside}
    </button>
  );
}
