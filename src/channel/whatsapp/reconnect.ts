import type { StatusReason } from "../../shared/states.ts";

/**
 * How a socket ended. `code` is the network's. `failures` counts the failures in a row since it was
 * last up. `banEnds` is when a ban ends (ms from now).
 */
export type SocketEnd = {
  code: number;
  paired: boolean;
  failures: number;
  fatal: number;
  replacedBefore: boolean;
  banEnds?: number;
};

/**
 * The next step: a new socket after so many ms, or waiting for a person. `wipe` deletes the
 * session, so that a new QR code can be shown.
 */
export type NextStep = {
  status: "TIMEOUT" | "DISCONNECTED" | "PAIRING";
  reason: StatusReason;
  after?: number;
  wipe?: true;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Unknown errors of the server within `fatalWindow` ms after which it stops and waits for a person.
 * rules.md#reconnecting
 */
export const fatalLimit = 5;
export const fatalWindow = 10 * minute;

/**
 * The next step after each end of a socket. `chance` (0 to 1) spreads in time the boxes that lost
 * the same server. `first` is the wait after the first failure (ms).
 */
export function nextStep(
  { code, paired, failures, fatal, replacedBefore, banEnds }: SocketEnd,
  chance: number,
  first = 2 * second,
): NextStep {
  const again = (reason: StatusReason, least = 0): NextStep => ({
    status: "TIMEOUT",
    reason,
    after: Math.max(least, backOff(failures, first)) * (0.75 + chance / 2),
  });
  const stop = (reason: StatusReason): NextStep => ({ status: "DISCONNECTED", reason });
  switch (code) {
    case 515:
      return { status: paired ? "TIMEOUT" : "PAIRING", reason: "restarting", after: 0 };
    case 401:
    case 406:
      return { ...stop("loggedOut"), wipe: true };
    case 402:
      return { ...stop("paused"), after: banEnds ?? 24 * hour };
    case 403:
    case 409:
      return stop("banned");
    case 405:
      return { status: "TIMEOUT", reason: "outdated", after: hour * (0.75 + chance / 2) };
    case 411:
      return stop("downgraded");
    case 400:
      return stop("forged");
    case 440:
      return replacedBefore
        ? stop("replaced")
        : { status: "TIMEOUT", reason: "replaced", after: minute * (1 + chance / 2) };
    case 503:
      return again("network", 30 * second);
    case 408:
    case 428:
      return again("network");
    default:
      return fatal >= fatalLimit ? stop("failing") : again("failing");
  }
}

// From 2 s to 5 min. rules.md#reconnecting
const backOff = (failures: number, first: number) =>
  Math.min(first * 2 ** Math.min(failures, 10), 5 * minute);
