import type * as table from "../../../../src/modules/sla/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { t } from "../../../kit/text.ts";

/** The goals of a queue; without a queue, those of all others. */
export type Goals = Wire<table.Goals> & { queueName: string | null };

export const queueOf = ({ queueId, queueName }: Goals) =>
  queueId === null ? t("goals.others") : (queueName ?? "");

/** `10 min`, `2 h` or `1 h 30`, of opening hours. */
export function goalWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t("goals.minutes", { n: rest });
  return rest === 0
    ? t("goals.hours", { n: hours })
    : t("goals.hoursAndMinutes", { h: hours, m: String(rest).padStart(2, "0") });
}

const offered = {
  firstAnswerMinutes: [1, 2, 5, 10, 15, 20, 30, 45, 60, 120, 240, 480],
  resolutionMinutes: [15, 30, 60, 120, 180, 240, 360, 480, 600, 960, 1440, 2880, 4320],
};

/** The times that a form offers for a goal, with the one that is stored. */
export const choicesFor = (name: keyof typeof offered, stored: number | null) =>
  [...new Set([...offered[name], ...(stored === null ? [] : [stored])])]
    .toSorted((one, other) => one - other)
    .map((minutes) => ({
      value: String(minutes),
      label: t(`goals.within.${name}`, { time: goalWords(minutes) }),
    }));
