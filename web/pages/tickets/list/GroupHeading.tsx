import { ChevronDown, ChevronRight } from "lucide-react";
import { useTranslation } from "../../../kit/text.ts";
import type { Group } from "./groups.ts";

/** A group's name, count and what matters of it; a press folds the group or opens it. */
export function GroupHeading({
  group: { label, count, summary, isFolded },
  top,
  height,
  onToggle,
}: {
  group: Group;
  top: number;
  height: number;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <h2 className="absolute inset-x-0" style={{ top, height }}>
      <button
        type="button"
        aria-expanded={!isFolded}
        className="bg-base-200 border-line text-small focus-visible:outline-primary flex h-full w-full cursor-pointer items-center gap-1.5 border-b px-3 -outline-offset-2 focus-visible:outline-2"
        onClick={onToggle}
      >
        <Icon size={15} aria-hidden className="text-muted shrink-0" />
        <span className="font-semibold">{t(label)}</span>
        <span className="text-muted tabular">{count}</span>
        <span className="text-muted tabular ml-auto truncate">{summary}</span>
      </button>
    </h2>
  );
}
