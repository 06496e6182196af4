import { expect, test } from "bun:test";
import { heartbeat } from "./heartbeat.ts";

function watched() {
  let at = 1000;
  let pings = 0;
  const lost: number[] = [];
  const beat = heartbeat({ ask: () => pings++, lost: (since) => lost.push(since), now: () => at });
  beat.stop();
  return {
    lost,
    asked: () => pings,
    heard: beat.onFrame,
    /** Checks every 750 ms, for `ms`. */
    passes(ms: number, answers = false) {
      for (const end = at + ms; at < end;) {
        at = Math.min(end, at + 750);
        beat.check();
        if (answers) beat.onFrame();
      }
    },
    sleeps(ms: number) {
      at += ms;
      beat.check();
    },
  };
}

test("who answers is never lost, and who is silent is within five seconds", () => {
  const one = watched();
  one.passes(60_000, true);
  expect([one.asked(), one.lost]).toEqual([80, []]);
  one.passes(4500);
  expect(one.lost).toEqual([61_000]);
});

test("a page that slept asks before it says so, and says so all the same", () => {
  const one = watched();
  one.sleeps(3_600_000);
  expect([one.asked(), one.lost]).toEqual([1, []]);
  one.heard();
  one.passes(3000);
  expect(one.lost).toEqual([]);
  one.heard();
  one.sleeps(3_600_000);
  one.passes(2250);
  expect(one.lost).toHaveLength(1);
});

test("a hidden page that may look once a minute finds out at its second look", () => {
  const one = watched();
  one.sleeps(60_000);
  one.sleeps(60_000);
  expect(one.lost).toHaveLength(1);
});
