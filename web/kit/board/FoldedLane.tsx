import { useTranslation } from "../text.ts";
import type { Lane } from "./board.ts";

type Props = { lane: Lane; count: number; isTarget: boolean; onOpen: () => void };

/** A lane that is folded to its count and its name. It still takes cards. */
export function FoldedLane({ lane, count, isTarget, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <section
      data-lane={lane.id}
      aria-label={lane.name}
      className={`rounded-card bg-base-300/45 flex w-11 shrink-0 flex-col border ${isTarget ? "border-primary outline-primary outline-1" : "border-line"}`}
    >
      <span
        aria-hidden
        className="mx-3 h-1 shrink-0 rounded-b-full"
        style={{ background: lane.color }}
      />
      <button
        type="button"
        data-fold
        aria-expanded={false}
        aria-keyshortcuts="F"
        className="rounded-card hover:bg-hover flex min-h-0 flex-1 flex-col items-center gap-2 pt-3 -outline-offset-2"
        onClick={onOpen}
      >
        <span className="tabular font-semibold">{count}</span>
        <span className="text-muted min-h-0 truncate [writing-mode:vertical-rl]">{lane.name}</span>
        <span className="sr-only">{t("board.open")}</span>
      </button>
    </section>
  );
}
