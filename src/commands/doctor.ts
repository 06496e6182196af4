import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../kit/db/connect.ts";
import type { Env } from "../env.ts";
import { Misconfigured } from "../misconfigured.ts";
import type { Patient } from "../health/check.ts";
import { valueIn, wordsIn } from "../health/words.ts";
import { restoredIn } from "../modules/backups/safe-mode.ts";
import { examine } from "../health/examine.ts";
import type { Finding } from "../shared/health.ts";
import { envOfExisting, print, type Flags } from "./command.ts";

/**
 * Looks at a box, running or not, and changes nothing in it without `--fix`. Fails where something
 * is wrong.
 */
export async function runDoctor(flags: Flags) {
  const { patient, close } = patientIn(envOfExisting(flags));
  try {
    const findings = await examine(patient, { thorough: true, fix: flags.fix === true });
    const healthy = !findings.some(({ state }) => state === "fail");
    const say = wordsIn("en");
    const valueText = valueIn("en", patient.control);
    print(
      flags,
      { healthy, findings: findings.map((each) => ({ ...each, ...say(each) })) },
      findings.map((each) => line({ ...each, value: valueText(each.value) }, say(each))).join("\n"),
    );
    if (!healthy) process.exitCode = 1;
  } finally {
    close();
  }
}

/** A data folder as it is. Lists companies whose file can't be opened. Throws Misconfigured. */
export function patientIn(env: Env): { patient: Patient; close(): void } {
  const control = opened(join(env.data, "control.sqlite"));
  if (!control)
    throw new Misconfigured(`${env.data} holds no box whose control.sqlite can be read`);
  const companies = control
    .query<{ id: number }, []>("SELECT id FROM companies ORDER BY id")
    .all()
    .map(({ id }) => ({
      company: id,
      sqlite: opened(join(env.data, "companies", `${id}.sqlite`)),
    }));
  const usable = companies.flatMap(({ company, sqlite }) => (sqlite ? [{ company, sqlite }] : []));
  return {
    patient: {
      env,
      control,
      companies: () => usable,
      shut: companies.flatMap(({ company, sqlite }) => (sqlite ? [] : [company])),
      held: restoredIn({ sqlite: control }) !== null,
      now: Date.now,
    },
    close: () =>
      [control, ...usable.map(({ sqlite }) => sqlite)].forEach((sqlite) => sqlite.close()),
  };
}

function opened(path: string): Database | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const sqlite = connect(path);
    return (sqlite.query("PRAGMA user_version").get() as { user_version: number }).user_version > 0
      ? sqlite
      : undefined;
  } catch {
    return undefined;
  }
}

function line(
  { state, value }: Finding,
  { name, remedy }: { name: string; remedy?: string },
): string {
  return [
    `${state.toUpperCase().padEnd(5)} ${name}${value && `: ${value}`}`,
    ...(remedy ? [`      ${remedy}`] : []),
  ].join("\n");
}
