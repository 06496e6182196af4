import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "ok" | "wait" | "bad" | "quiet" | "line";

const tones: Record<Tone, string> = {
  ok: "bg-primary/12 text-primary",
  wait: "bg-warning text-warning-content",
  bad: "bg-error text-error-content",
  quiet: "bg-base-300 text-base-content",
  line: "border border-(--field-line)",
};

/** A chip for a state of the program. `Chip` is for colours that people chose. */
export const State = ({
  tone,
  icon: Icon,
  children,
}: {
  tone: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}) => (
  <span
    className={`tabular inline-flex h-5.5 shrink-0 items-center gap-1 rounded-md px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
  >
    {Icon && <Icon size={13} aria-hidden className="shrink-0" />}
    {children}
  </span>
);
