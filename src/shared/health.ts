/** The checks of a box's health, in the order in which they are shown. */
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
  "official",
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

/** The states of a check: "warn" needs a look soon, "fail" now. */
export const healthStates = ["ok", "warn", "fail"] as const;

export type HealthState = (typeof healthStates)[number];

/**
 * The result of one check. `value` is figures and names, the same in every language. It has moments
 * and failures of copies in the forms that `momentIn` and `failureIn` match.
 */
export type Finding = { check: HealthCheck; state: HealthState; value: string };

/** A moment in UTC, to the minute. A screen shows it in the reader's language and time zone. */
export const momentIn = /\d{4}-\d\d-\d\dT\d\d:\d\dZ/g;

/**
 * The failure of a copy or a drill, or the work that blocked the box. Screens have a text for each
 * kind.
 */
export const failureIn = /\{(awayFailures|drillFailures|stalledWork)\.(\w+)\}/g;

/**
 * Work that is set aside, as the page of the box's health shows it; `work` as a finding's value.
 */
export type ShownSetAside = { id: number; work: string; at: string };
