import { expect, test } from "bun:test";
import { trustedClock } from "./trusted-clock.ts";

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

function machine() {
  const time = { wall: 1_000_000, run: 0, slept: 0 };
  const now = trustedClock(() => time.wall, { run: () => time.run, slept: () => time.slept });
  return {
    now,
    pass: (ms: number) => {
      time.wall += ms;
      time.run += ms;
      return now();
    },
    put: (ms: number) => {
      time.wall += ms;
      return now();
    },
    sleep: (ms: number) => {
      time.wall += ms;
      time.slept += ms;
      return now();
    },
    wall: () => time.wall,
  };
}

test("a clock that is a year ahead for eight seconds is not followed", () => {
  const { pass, put, wall } = machine();
  pass(minute);
  const before = wall();
  expect(put(year)).toBe(before);
  for (let second = 1; second <= 8; second += 1) expect(pass(1000)).toBe(before + second * 1000);
  expect(put(-year)).toBe(before + 8000);
  expect(pass(1000)).toBe(wall());
});

test("one that stays ahead for a minute is right", () => {
  const { pass, put, wall } = machine();
  const before = wall();
  put(year);
  expect(pass(minute - 1)).toBe(before + minute - 1);
  expect(pass(1)).toBe(wall());
  expect(pass(1)).toBe(wall());
  // The clock doubts the next jump again.
  const then = wall();
  expect(put(year)).toBe(then);
});

test("a step of five minutes is a correction, one ms more is not", () => {
  for (const [step, isFollowed] of [
    [5 * minute - 1, true],
    [5 * minute, true],
    [5 * minute + 1, false],
  ] as const) {
    const { put, wall } = machine();
    const before = wall();
    expect(put(step)).toBe(isFollowed ? wall() : before);
  }
});

test("a clock that goes back is followed at once, and so is one whose machine slept", () => {
  const { put, sleep, pass, wall } = machine();
  expect(put(-year)).toBe(wall());
  expect(sleep(8 * 60 * minute)).toBe(wall());
  expect(sleep(8 * 60 * minute)).toBe(wall());
  expect(pass(1000)).toBe(wall());
});

test("the machine's own clock goes on", () => {
  const now = trustedClock(Date.now);
  expect(Math.abs(now() - Date.now())).toBeLessThan(1000);
});
