import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { LoadFailed } from "../lists/NextPage.tsx";
import { Popover } from "./Popover.tsx";

type Props<R> = {
  title: string;
  /** The button's name. */
  label?: string;
  icon: LucideIcon;
  /** The number of rows that need attention. */
  badge: number;
  rows: readonly R[];
  /** A row, as a link or a button with `data-closes`. */
  row: (row: R) => ReactNode;
  /** The text without rows. */
  none?: string;
  noneIcon?: LucideIcon;
  /** Loads the rows again; only after a failed load. */
  onRetry?: (() => void) | false;
  /** The page with all rows. */
  all?: { href: string; label: string };
  /** Content below the list. */
  children?: ReactNode;
};

/** A button that opens a panel with one row for each thing that needs attention. */
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
  children,
}: Props<R>) {
  return (
    <Popover label={label} icon={icon} badge={badge} title={title}>
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
