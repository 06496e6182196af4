import { afterOpenTime, openTime, type Holiday, type Week } from "../../shared/hours.ts";
import { warnsAfter, type GoalState, type Sla } from "../../shared/sla.ts";
import type { Goals } from "./table.ts";

/** The hours that count for a queue; undefined where it is always open. */
export type CountedHours = { week: Week; holidays: Holiday[]; timezone: string } | undefined;

/** The values from which the goals of a round are counted. All times are epoch ms. */
export type GoalRound = {
  queuedAt: number;
  answeredAt: number | null;
  byUs: boolean;
  /** Since when its goals are counted; null before the first look, 0 while a bot has it. */
  goalFrom: number | null;
  firstAnswerDue: number | null;
  resolutionDue: number | null;
  pausedAt: number | null;
  pausedMs: number;
  withBot: boolean;
  isSnoozed: boolean;
  isGroup: boolean;
};

export type DueTimes = Pick<
  GoalRound,
  "goalFrom" | "firstAnswerDue" | "resolutionDue" | "pausedAt" | "pausedMs"
> & { sla: Sla | null };

const minute = 60_000;

/**
 * The due times of a round at a moment. The first answer's stays once it is given. A snooze stops the
 * clock of the resolution alone. rules.md#service-goals
 */
export function dueTimes(
  round: GoalRound,
  goals: Pick<Goals, "firstAnswerMinutes" | "resolutionMinutes"> | undefined,
  hours: CountedHours,
  now: number,
): DueTimes {
  const { answeredAt, isGroup } = round;
  const pause = pauseOf(round, hours, now);
  const goalFrom = startOf(round, now);
  const after = (ms: number) => afterOpenTime(hours, goalFrom, ms) ?? null;
  const isCounted = goalFrom > 0 && !isGroup;
  const answerMs = (goals?.firstAnswerMinutes ?? 0) * minute;
  const endMs = (goals?.resolutionMinutes ?? 0) * minute;
  const hasAnswerGoal = isCounted && answerMs > 0 && !round.byUs;
  const hasEndGoal = isCounted && endMs > 0;
  const firstAnswerDue =
    answeredAt !== null ? round.firstAnswerDue : hasAnswerGoal ? after(answerMs) : null;
  const resolutionDue = hasEndGoal ? after(endMs + pause.pausedMs) : null;
  const running: Running[] = [];
  if (answeredAt === null && firstAnswerDue !== null)
    running.push({
      due: firstAnswerDue,
      warn: after(Math.round(answerMs * warnsAfter)) ?? firstAnswerDue,
    });
  if (pause.pausedAt === null && resolutionDue !== null)
    running.push({
      due: resolutionDue,
      warn: after(Math.round(endMs * warnsAfter) + pause.pausedMs) ?? resolutionDue,
    });
  const isAnswerMissed = firstAnswerDue !== null && (answeredAt ?? now) > firstAnswerDue;
  const isFollowed = running.length > 0 || resolutionDue !== null || isAnswerMissed;
  return {
    ...pause,
    goalFrom,
    firstAnswerDue,
    resolutionDue,
    sla: isFollowed
      ? {
          firstAnswerDue: answeredAt === null ? iso(firstAnswerDue) : null,
          resolutionDue: pause.pausedAt === null ? iso(resolutionDue) : null,
          state: worstOf(running, now),
          isAnswerMissed,
          changesAt: iso(nextChange(running, now)),
        }
      : null,
  };
}

type Running = { due: number; warn: number };

/** A goal is still met at the very moment at which it is due. */
const stateOf = ({ due, warn }: Running, now: number): GoalState =>
  now > due ? "missed" : now >= warn ? "warning" : "running";

function worstOf(running: Running[], now: number): GoalState {
  const states = running.map((goal) => stateOf(goal, now));
  if (states.length === 0) return "paused";
  return states.includes("missed") ? "missed" : states.includes("warning") ? "warning" : "running";
}

function nextChange(running: Running[], now: number): number | null {
  const ahead = running.flatMap(({ due, warn }) => [warn, due + 1]).filter((at) => at > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}

/** Goals are counted from the arrival, or from when a bot left the ticket to people. */
function startOf({ answeredAt, withBot, goalFrom, queuedAt }: GoalRound, now: number): number {
  if (withBot && answeredAt === null) return 0;
  return goalFrom === 0 ? now : (goalFrom ?? queuedAt);
}

function pauseOf({ isSnoozed, pausedAt, pausedMs }: GoalRound, hours: CountedHours, now: number) {
  if (isSnoozed) return { pausedAt: pausedAt ?? now, pausedMs };
  if (pausedAt === null) return { pausedAt, pausedMs };
  const stood = hours ? openTime(hours, pausedAt, now) : now - pausedAt;
  return { pausedAt: null, pausedMs: pausedMs + stood };
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
