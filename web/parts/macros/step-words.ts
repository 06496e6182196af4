import {
  AlarmClock,
  ArrowLeftRight,
  CircleCheck,
  Lock,
  type LucideIcon,
  MessageSquareText,
  Tag,
  Tags,
  BellRing,
} from "lucide-react";
import type { MacroStep, MacroStepKind } from "../../../src/shared/macros.ts";
import { inShort } from "../../inbox/wait-weight.ts";
import { t } from "../../kit/text.ts";
import { queues, tags } from "../../lists/company-lists.ts";
import "./texts.ts";

export const stepIcons: Record<MacroStepKind, LucideIcon> = {
  text: MessageSquareText,
  note: Lock,
  tag: Tag,
  untag: Tags,
  reminder: BellRing,
  snooze: AlarmClock,
  queue: ArrowLeftRight,
  resolve: CircleCheck,
};

/** A step in words. Reads signals. `text`: of a message, filled in. */
export function stepWords(step: MacroStep, text?: string | null): string {
  switch (step.kind) {
    case "text":
      return t("macroSteps.words.text", { text: text ?? step.text });
    case "note":
      return t("macroSteps.words.note", { text: step.note });
    case "tag":
    case "untag":
      return t(`macroSteps.words.${step.kind}`, {
        name: nameIn(tags.rows.value, step.tagId, "macroSteps.goneTag"),
      });
    case "queue":
      return t("macroSteps.words.queue", {
        name: nameIn(queues.rows.value, step.queueId, "macroSteps.goneQueue"),
      });
    case "reminder":
      return t(step.text ? "macroSteps.words.reminder" : "macroSteps.words.reminderAlone", {
        time: durationOf(step.minutes),
        text: step.text,
      });
    case "snooze":
      if (step.until) return t("macroSteps.words.snoozeOpening");
      return step.minutes === null
        ? t("macroSteps.words.snoozeReply")
        : t("macroSteps.words.snooze", { time: durationOf(step.minutes) });
    case "resolve":
      return t(step.silent ? "macroSteps.words.resolveSilent" : "macroSteps.words.resolve");
  }
}

/** Whether the step names a tag or a queue that is no more. Reads signals. */
export function isBroken(step: MacroStep): boolean {
  if ("tagId" in step) return isGone(tags.rows.value, step.tagId);
  return "queueId" in step && isGone(queues.rows.value, step.queueId);
}

export const durationOf = (minutes: number) => inShort(minutes * 60_000);

type Named = { id: number; name: string };

const nameIn = (rows: Named[] | null, id: number, gone: string) =>
  rows?.find((row) => row.id === id)?.name ?? (rows ? t(gone) : "…");

const isGone = (rows: Named[] | null, id: number) =>
  rows !== null && !rows.some((row) => row.id === id);
