import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { LoadFailed } from "../lists/LoadMore.tsx";
import { Popover } from "./Popover.tsx";

type Props<R> = {
  title: string;
  /** The button's name. */
  label?: string;
  icon: LucideIcon;
  /** How many want a look. */
  badge: number;
  rows: readonly R[];
  /** A row, as a link or a button that carries `data-closes`. */
  row: (row: R) => ReactNode;
  /** Said while there are none. */
  none?: string;
  noneIcon?: LucideIcon;
  /** Reads them again; only where they could not be read. */
  onRetry?: (() => void) | false;
  /** The page on which all of them are. */
  all?: { href: string; label: string };
  /** Above the list, and below it. */
  above?: ReactNode;
  children?: ReactNode;
};

/** A button that opens what there is to look at, a row each. */
export function PopoverList<R extends { id: number }>({
  title,
  label = title,
  icon,
  badge,
  rows,
  row,
  none,
  noneIcon: NoneIcon = icon,
  onRetry,
  all,
  above,
  children,
}: Props<R>) {
  return (
    <Popover label={label} icon={icon} badge={badge} title={title}>
      {above}
      {onRetry ? (
        <div className="px-4 py-3">
          <LoadFailed retry={onRetry} />
        </div>
      ) : rows.length === 0 ? (
        none && (
          <p className="text-muted flex items-center gap-3 px-4 py-5">
            <NoneIcon size={18} aria-hidden className="shrink-0" />
            {none}
          </p>
        )
      ) : (
        <ul aria-label={title} className="max-h-[min(28rem,60dvh)] overflow-y-auto p-1.5">
          {rows.map((one) => (
            <li key={one.id}>{row(one)}</li>
          ))}
        </ul>
      )}
      {children}
      {all && (
        <p className="border-line border-t p-1.5">
          <Link
            href={all.href}
            data-closes
            className="menu-item text-primary justify-center font-medium"
          >
            {all.label}
          </Link>
        </p>
      )}
    </Popover>
  );
}
