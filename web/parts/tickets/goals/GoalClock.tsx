import { useSignals } from "@preact/signals-react/runtime";
import { Timer, TimerOff } from "lucide-react";
import { inShort } from "../../../inbox/wait-weight.ts";
import { clock, timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import type { Ticket } from "../../../types.ts";
import texts from "./texts.json";

addTexts(texts);

const colors = {
  running: "text-muted",
  paused: "text-muted",
  warning: "text-amber-strong",
  missed: "text-red-strong",
};

/**
 * The time that is left for a ticket's next goal, or that has passed since. `withWords`: it says
 * which of both. rules.md#service-goals
 */
export function GoalClock({
  ticket: { sla },
  withWords = false,
}: {
  ticket: Pick<Ticket, "sla">;
  withWords?: boolean;
}) {
  useSignals();
  const { t } = useTranslation();
  if (!sla) return null;
  const { firstAnswerDue, resolutionDue, isAnswerMissed } = sla;
  const due = [firstAnswerDue, resolutionDue].filter((at) => at !== null).toSorted()[0];
  if (due === undefined && !isAnswerMissed) return null;
  const left = due === undefined ? 0 : Date.parse(due) - clock.value;
  const isLate = due === undefined || left < 0;
  const state = isLate ? "missed" : sla.state;
  const time = inShort(Math.abs(left));
  const goal = due === firstAnswerDue ? "answer" : "resolve";
  const label = [
    due !== undefined &&
      t(`goalClock.${goal}${isLate ? "Late" : "In"}`, { at: timeOrDateTime(due), time }),
    isAnswerMissed && firstAnswerDue === null && t("goalClock.answerMissed"),
  ]
    .filter(Boolean)
    .join(". ");
  const Icon = isAnswerMissed || isLate ? TimerOff : Timer;
  return (
    <span
      data-goal={state}
      title={label}
      className={`tabular inline-flex h-5 shrink-0 items-center gap-0.5 text-xs font-medium whitespace-nowrap ${withWords ? "" : "ml-auto"} ${colors[state]}`}
    >
      <Icon size={13} aria-hidden />
      <span className="sr-only">{label}</span>
      {due !== undefined && (
        <span aria-hidden>
          {withWords
            ? t(`goalClock.${isLate ? "over" : "left"}`, { time })
            : isLate
              ? `−${time}`
              : time}
        </span>
      )}
    </span>
  );
}
