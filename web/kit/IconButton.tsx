import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Tooltip } from "./Tooltip.tsx";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string;
  icon: LucideIcon;
  side?: "top" | "bottom" | "right";
  ref?: Ref<HTMLButtonElement>;
};

/** A square icon button. Its name shows on hover, on focus and to screen readers. */
export function IconButton({ label, icon: Icon, side, className = "", ...rest }: Props) {
  return (
    <Tooltip text={label} side={side}>
      <button
        type="button"
        aria-label={label}
        className={`btn btn-ghost btn-square btn-sm ${className}`}
        {...rest}
      >
        <Icon size={18} aria-hidden />
      </button>
    </Tooltip>
  );
}
