import { Check, type LucideIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Link } from "wouter";
import { Tooltip } from "./Tooltip.tsx";
import { usePanel } from "./use-panel.ts";

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
  /** A side effect: an icon at the end of the item, and its text. */
  effect?: { icon: LucideIcon; text: string };
  /** A time or a value at the end of the item. */
  detail?: string;
  /** A heading above the item; it names the group that begins here. */
  heading?: string;
  /** A line above the item. */
  parted?: boolean;
  disabled?: boolean;
};

type Props = {
  /** The button's name. */
  label: string;
  /** A function is called each time the menu opens, for items that change. */
  items: MenuItem[] | (() => MenuItem[]);
  /** The button's content. */
  children: ReactNode;
  className?: string;
  /**
   * Content above the items. Arrow keys reach its elements with the role menuitem; pressing one
   * closes the menu.
   */
  header?: ReactNode;
  align?: "start" | "end" | "beside";
  tip?: boolean;
  /** Names the button as `data-menu`, for a key that opens it. */
  name?: string;
  /** The tab index of the button. */
  tabIndex?: number;
};

/** A button that opens a list of actions. Arrows, Home, End and Esc work as in any menu. */
export function Menu({
  label,
  items,
  children,
  className = "btn btn-ghost btn-square btn-sm",
  header,
  align = "end",
  tip = true,
  name,
  tabIndex,
}: Props) {
  const { open, close, button, panel } = usePanel(
    align,
    "[aria-checked=true],[role^=menuitem]:not([disabled])",
  );

  const move = (event: KeyboardEvent) => {
    const all = [
      ...(panel.ref.current?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([disabled])") ??
        []),
    ];
    const here = all.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowDown: here + 1,
      ArrowRight: here + 1,
      ArrowUp: here - 1,
      ArrowLeft: here - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === "Tab") panel.ref.current?.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };

  const trigger = (
    <button
      {...button}
      aria-label={label}
      aria-haspopup="menu"
      data-menu={name}
      tabIndex={tabIndex}
      className={className}
    >
      {children}
    </button>
  );

  return (
    <>
      {tip ? <Tooltip text={label}>{trigger}</Tooltip> : trigger}
      <div {...panel} role="menu" aria-label={label} className="menu-panel" onKeyDown={move}>
        {open && header && (
          <div
            className="border-line mb-1 border-b px-3 pt-1.5 pb-2.5 last:mb-0 last:border-0"
            onClick={(event) => (event.target as Element).closest("[role^=menuitem]") && close()}
          >
            {header}
          </div>
        )}
        {open &&
          (typeof items === "function" ? items() : items).map((item) => (
            <Item key={item.label} {...item} close={close} />
          ))}
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

function Action({
  label,
  icon: Icon,
  href,
  onSelect,
  checked,
  on,
  danger,
  effect,
  detail,
  disabled,
  close,
}: MenuItem & { close: () => void }) {
  const inside = (
    <>
      {Icon && <Icon size={18} aria-hidden className={danger ? "" : "text-muted"} />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail && <span className="text-muted tabular text-small shrink-0">{detail}</span>}
      {effect && <effect.icon size={15} aria-hidden className="text-muted shrink-0" />}
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
  const role =
    checked !== undefined ? "menuitemradio" : on !== undefined ? "menuitemcheckbox" : "menuitem";
  return (
    <button
      type="button"
      role={role}
      aria-label={effect && `${label}, ${effect.text}`}
      aria-checked={checked ?? on}
      tabIndex={-1}
      disabled={disabled}
      className={className}
      onClick={choose}
    >
      {inside}
    </button>
  );
}
