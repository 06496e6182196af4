import { expect, test } from "bun:test";
import { dueTimes, type GoalRound } from "./due-times.ts";

const minute = 60_000;
const hour = 60 * minute;
/** Friday, nine in the morning in São Paulo. */
const nine = Date.parse("2026-11-20T12:00:00Z");
const six = nine + 9 * hour;

const week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(
  (weekdayEn) => ({
    weekdayEn,
    startTime: "08:00",
    // Closed at weekends.
    endTime: weekdayEn.startsWith("s") ? "08:00" : "18:00",
  }),
);
const hours = { week, holidays: [], timezone: "America/Sao_Paulo" };
const goals = { firstAnswerMinutes: 10, resolutionMinutes: 120 };

const round: GoalRound = {
  queuedAt: nine,
  answeredAt: null,
  byUs: false,
  goalFrom: null,
  firstAnswerDue: null,
  resolutionDue: null,
  pausedAt: null,
  pausedMs: 0,
  withBot: false,
  isSnoozed: false,
  isGroup: false,
};
const at = (now: number, change: Partial<GoalRound> = {}, given = goals) =>
  dueTimes({ ...round, ...change }, given, hours, now);
const iso = (ms: number) => new Date(ms).toISOString();

test("a goal runs, warns from four fifths of its time on, and is met until the moment it is due", () => {
  const states = [0, 8 * minute - 1, 8 * minute, 10 * minute, 10 * minute + 1].map((ms) => {
    const { state, changesAt, isAnswerMissed } = at(nine + ms).sla!;
    return [state, changesAt, isAnswerMissed];
  });
  expect(states).toEqual([
    ["running", iso(nine + 8 * minute), false],
    ["running", iso(nine + 8 * minute), false],
    ["warning", iso(nine + 10 * minute + 1), false],
    ["warning", iso(nine + 10 * minute + 1), false],
    ["missed", iso(nine + 96 * minute), true],
  ]);
});

test("an answer at the last moment is in time, one millisecond later it is not", () => {
  const answered = (ms: number) =>
    at(nine + hour, { answeredAt: nine + ms, firstAnswerDue: nine + 10 * minute, goalFrom: nine })
      .sla;
  expect(answered(10 * minute)).toMatchObject({
    firstAnswerDue: null,
    state: "running",
    isAnswerMissed: false,
  });
  expect(answered(10 * minute + 1)).toMatchObject({ state: "running", isAnswerMissed: true });
});

test("minutes count while the shop is open", () => {
  const due = (queuedAt: number) => at(queuedAt, { queuedAt }).firstAnswerDue;
  const monday = nine + 71 * hour;
  expect(due(six - 10 * minute)).toBe(six);
  expect(due(six - 10 * minute + 1)).toBe(monday + 1);
  expect(due(six)).toBe(monday + 10 * minute);
  expect(due(monday - 1)).toBe(monday + 10 * minute);
  expect(due(monday)).toBe(monday + 10 * minute);
  expect(dueTimes({ ...round, queuedAt: six }, goals, undefined, six).firstAnswerDue).toBe(
    six + 10 * minute,
  );
  const never = { ...hours, week: week.map((day) => ({ ...day, endTime: "08:00" })) };
  expect(dueTimes(round, goals, never, nine).sla).toBeNull();
});

test("a bot's time does not count, and only while no person has answered", () => {
  const withBot = at(nine, { withBot: true });
  expect(withBot).toMatchObject({
    goalFrom: 0,
    firstAnswerDue: null,
    resolutionDue: null,
    sla: null,
  });
  expect(at(nine + hour, { goalFrom: 0 })).toMatchObject({
    goalFrom: nine + hour,
    firstAnswerDue: nine + hour + 10 * minute,
  });
  const answered = { goalFrom: nine, answeredAt: nine, withBot: true };
  expect(at(nine + hour, answered).resolutionDue).toBe(nine + 2 * hour);
});

test("a snooze stops the clock of the resolution, and not the first answer's", () => {
  const away = at(nine + 30 * minute, { isSnoozed: true, goalFrom: nine });
  expect(away).toMatchObject({ pausedAt: nine + 30 * minute, resolutionDue: nine + 2 * hour });
  expect(away.sla).toMatchObject({ state: "missed", resolutionDue: null });
  const answered = { goalFrom: nine, answeredAt: nine, firstAnswerDue: null };
  const paused = { ...answered, isSnoozed: true, pausedAt: nine + 30 * minute };
  expect(at(nine + hour, paused).sla).toMatchObject({ state: "paused", changesAt: null });
  // Only the open part of the pause counts.
  const woken = at(six + 15 * hour, { ...answered, pausedAt: six - hour });
  expect(woken).toMatchObject({ pausedAt: null, pausedMs: hour, resolutionDue: nine + 3 * hour });
});

test("a ticket without goals, of a group, or that we began has none", () => {
  expect(dueTimes(round, undefined, hours, nine).sla).toBeNull();
  expect(at(nine, { isGroup: true }).sla).toBeNull();
  expect(at(nine, { byUs: true })).toMatchObject({
    firstAnswerDue: null,
    resolutionDue: nine + 2 * hour,
  });
  const one = dueTimes(round, { ...goals, resolutionMinutes: null }, hours, nine);
  expect(one).toMatchObject({ firstAnswerDue: nine + 10 * minute, resolutionDue: null });
});
