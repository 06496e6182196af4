import type { Database } from "bun:sqlite";
import type { Env } from "../env.ts";
import type { Clock } from "../kit/process/clock.ts";
import type { Finding, HealthCheck } from "../shared/health.ts";

/**
 * A data folder under examination, with its files, in use or not. `companies` are those that can be
 * opened; `shut` are the numbers of the others.
 */
export type Patient = {
  env: Env;
  control: Database;
  companies(): Iterable<{ company: number; sqlite: Database }>;
  shut: number[];
  /** In safe mode: nothing leaves it, and no connection runs. */
  held: boolean;
  now: Clock;
};

export type Result = Omit<Finding, "check">;

/**
 * One check. `who`: "shop" is shown to a company's admins too, of their company alone. `thorough`:
 * it takes long, or asks others, so only `doctor` runs it. `quiet`: its value is technical, so a
 * page shows it only when something is wrong. `fix` repairs it without asking, where it can't lose
 * anything. Without a result of `examine` there is no finding.
 */
export type Check = {
  name: HealthCheck;
  who: "owner" | "shop";
  thorough?: true;
  quiet?: true;
  examine(patient: Patient): Result | undefined | Promise<Result | undefined>;
  fix?(patient: Patient): void | Promise<void>;
};

export const ok = (value = ""): Result => ({ state: "ok", value });
export const warn = (value = ""): Result => ({ state: "warn", value });
export const fail = (value = ""): Result => ({ state: "fail", value });

/** `fail` from here on, `warn` from there on: more is worse. */
export const above = (
  figure: number,
  { warns, fails }: { warns: number; fails: number },
  value: string,
): Result => ({ state: figure >= fails ? "fail" : figure >= warns ? "warn" : "ok", value });

/** `fail` below this, `warn` below that: less is worse. */
export const below = (
  figure: number,
  { warns, fails }: { warns: number; fails: number },
  value: string,
): Result => ({ state: figure < fails ? "fail" : figure < warns ? "warn" : "ok", value });
