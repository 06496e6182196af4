import { Repeat, TriangleAlert } from "lucide-react";
import type { CSSProperties } from "react";
import type { ScheduleState } from "../../../src/shared/schedules.ts";
import { useTranslation } from "../../kit/text.ts";
import { inWords } from "../../parts/schedules/moments.ts";
import type { Entry } from "./calendar.ts";
import { dragOf } from "./drag.ts";

type Props = {
  entry: Entry;
  className?: string;
  style?: CSSProperties;
  onOpen: (entry: Entry) => void;
};

const looks: Record<ScheduleState, string> = {
  PENDENTE: "border-l-primary bg-primary/10 hover:bg-primary/20",
  AGENDADA: "border-l-info bg-info/10 hover:bg-info/20",
  ENVIADA: "border-l-line bg-base-200 text-muted hover:bg-hover",
  ERRO: "border-l-error bg-error/10 hover:bg-error/20",
};

/** A schedule in the calendar: its time and contact. A later repetition is dashed. */
export function EntryButton({ entry, className = "", style, onOpen }: Props) {
  const { t } = useTranslation();
  const { schedule, at, isRepeat } = entry;
  const { status, recurrence, contact } = schedule;
  const more = [
    inWords(at, { day: "numeric", month: "long" }),
    isRepeat ? t("schedule.again") : t(`schedule.states.${status}`),
  ].join(", ");
  return (
    <button
      type="button"
      {...dragOf(entry)}
      title={`${at.slice(11)} ${contact.name}`}
      style={style}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(entry);
      }}
      className={`text-small flex min-h-6 w-full min-w-0 cursor-pointer items-center gap-1 rounded-md border border-l-3 px-1.5 text-left ${isRepeat ? "border-line border-l-primary border-dashed" : `border-transparent ${looks[status]}`} ${className}`}
    >
      <span className="tabular shrink-0 font-medium">{at.slice(11)}</span>{" "}
      <span className="min-w-0 flex-1 truncate">{contact.name}</span>
      <span className="sr-only">, {more}</span>
      {status === "ERRO" && <TriangleAlert size={14} aria-hidden className="text-error shrink-0" />}
      {recurrence && status === "PENDENTE" && (
        <Repeat size={12} aria-hidden className="text-muted shrink-0" />
      )}
    </button>
  );
}
