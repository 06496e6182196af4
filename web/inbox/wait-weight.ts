import { startOfOpenTime } from "../../src/shared/open-time.ts";
import { clock, t } from "../kit/text.ts";
import { countedSpans } from "../session/open-hours.ts";
import { me } from "../session/session.ts";
import type { Ticket } from "../types.ts";

/** How much a wait weighs: below the company's limits, from the first on, from the second on. */
export type WaitWeight = "plain" | "attention" | "late";

/** The weight of a wait, in opening hours. rules.md#wait-limits */
export function waitWeight({ waitingSince, queueId }: Wait): WaitWeight {
  const since = Date.parse(waitingSince ?? "");
  if (hasReached("waitLimit", since, queueId)) return "late";
  return hasReached("waitAttention", since, queueId) ? "attention" : "plain";
}

/** A time in words: `27 min`, `3 h`, `2 d`. */
export function inShort(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return t("tickets.duration.minutes", { n: minutes });
  if (minutes < 24 * 60) return t("tickets.duration.hours", { n: Math.floor(minutes / 60) });
  return t("tickets.duration.days", { n: Math.floor(minutes / 1440) });
}

type Wait = Pick<Ticket, "waitingSince" | "queueId">;

function hasReached(limit: "waitAttention" | "waitLimit", since: number, queueId: number | null) {
  const setting = me.value?.company.settings.find(({ key }) => key === limit);
  const minutes = Number(setting?.value ?? 0);
  if (minutes === 0) return false;
  const start = startOfOpenTime(countedSpans(queueId), minutes * 60_000, clock.value);
  return start !== undefined && since <= start;
}
