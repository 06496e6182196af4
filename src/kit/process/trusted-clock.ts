import { uptime } from "node:os";
import type { Clock } from "./clock.ts";
import { log } from "./log.ts";

/** A step ahead of more than this (ms) is no correction. */
const jump = 5 * 60_000;

/** A clock that stays ahead for so long (ms) is right. */
const patience = 60_000;

/** The machine's other measures of time (ms), besides its clock. */
type Steady = {
  /** Only goes forward, and stands still while the machine sleeps. */ run(): number;
  /** How long it has slept in all, give or take a second. */ slept(): number;
};

/**
 * The machine's clock. It follows a step back at once, and a step ahead only after the clock has
 * stayed there for a minute. Otherwise a clock that is wrong for some seconds would start work that
 * is due a year later. rules.md#clock-put-ahead
 */
export function trustedClock(wall: Clock, { run, slept }: Steady = machine()): Clock {
  let [lastWall, lastRun, lastSlept] = [wall(), run(), slept()];
  let doubtedSince: number | undefined;
  const follow = (at: number, ran: number) => {
    [lastWall, lastRun] = [at, ran];
    if (doubtedSince === undefined) return at;
    doubtedSince = undefined;
    lastSlept = slept();
    return at;
  };
  return () => {
    const [at, ran] = [wall(), run()];
    if (at - lastWall - (ran - lastRun) <= jump) return follow(at, ran);
    const expected = lastWall + (ran - lastRun) + (slept() - lastSlept);
    doubtedSince ??= ran;
    if (at - expected <= jump) return follow(at, ran);
    if (ran - doubtedSince < patience) return expected;
    log("warn", "clockPutAhead", { seconds: Math.round((at - expected) / 1000) });
    return follow(at, ran);
  };
}

/** Linux counts the time of sleep in its uptime, and not in the clock of a process. */
function machine(): Steady {
  const began = uptime() * 1000 - performance.now();
  return {
    run: () => performance.now(),
    slept: () => uptime() * 1000 - performance.now() - began,
  };
}
