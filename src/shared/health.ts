/** What is looked at, in the order in which it is shown. */
export const healthChecks = [
  "safeMode",
  "disk",
  "inodes",
  "ballast",
  "copies",
  "drill",
  "away",
  "mail",
  "lines",
  "restrictions",
  "outbox",
  "refused",
  "billing",
  "overpaid",
  "companies",
  "stalls",
  "setAside",
  "clock",
  "certificate",
  "memory",
  "running",
  "folder",
  "secrets",
  "filesystem",
  "pragmas",
  "integrity",
  "log",
  "schema",
  "setupToken",
  "internet",
  "timezone",
  "compiler",
  "openFiles",
  "processor",
  "updates",
  "version",
] as const;

export type HealthCheck = (typeof healthChecks)[number];

/** How it is: "warn" wants a look soon, "fail" now. */
export const healthStates = ["ok", "warn", "fail"] as const;

export type HealthState = (typeof healthStates)[number];

/**
 * What one check found. `value` is figures and names, the same in every language; moments and what
 * went wrong with copies stand in it as `momentIn` and `failureIn` find them.
 */
export type Finding = { check: HealthCheck; state: HealthState; value: string };

/** A moment in UTC, to the minute: whoever shows it writes it in the reader's language and time. */
export const momentIn = /\d{4}-\d\d-\d\dT\d\d:\d\dZ/g;

/**
 * What kept a copy from a place, or a drill from going well, or blocked the box, of the kinds that
 * people are told in their language.
 */
export const failureIn = /\{(awayFailures|drillFailures|stalledWork)\.(\w+)\}/g;

/** What is left alone, as the page of the box's health shows it; `work` as a finding's value. */
export type ShownSetAside = { id: number; work: string; at: string };
