/** What is looked at, in the order in which it is shown. */
export const healthChecks = [
  "disk", "inodes", "ballast", "copies", "drill", "away", "mail", "lines", "outbox", "companies", "clock", "certificate", "memory", "running",
  "folder", "secrets", "filesystem", "pragmas", "integrity", "log", "schema", "setupToken", "internet", "timezone", "compiler", "openFiles", "processor", "updates", "version",
] as const;

export type HealthCheck = (typeof healthChecks)[number];

/** How it is: "warn" wants a look soon, "fail" now. */
export const healthStates = ["ok", "warn", "fail"] as const;

export type HealthState = (typeof healthStates)[number];

/** What one check found. `value` is figures and names, the same in every language. */
export type Finding = { check: HealthCheck; state: HealthState; value: string };
