import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { boxFields, type BoxKey } from "./modules/box/fields.ts";
import type { SettingSource } from "./shared/box.ts";
import { type Key, schema, taken } from "./env-schema.ts";
import {
  credential,
  fileVariable,
  flag,
  fromCredentials,
  fromNamedFiles,
  fromToml,
  fromVariables,
  variable,
  written,
} from "./env-sources.ts";
import { Misconfigured } from "./misconfigured.ts";

// Elysia reads it as it loads: without it a refused body is echoed, and printing a deep one takes
// seconds. `commands.ts` imports this file before the others.
Bun.env.NODE_ENV ||= "production";

/** The data folder as the environment names it. */
export const dataVariable = () => process.env.BALCAO_DATA;

/** The environment without systemd's credentials, for programs that need no secret. */
export const withoutCredentials = () => ({ ...process.env, CREDENTIALS_DIRECTORY: undefined });

/** `places`: the source of each setting that is set, and its name there. */
export type Env = z.infer<typeof schema> & {
  places: Partial<Record<Key, { source: SettingSource; name: string }>>;
};

/**
 * Reads every setting once. Flags win over `BALCAO_*` variables, then come files that a
 * `BALCAO_*_FILE` names, then systemd credentials. The file `config.toml` is next (named by
 * `config`, or in the data folder), and the defaults are last. Throws Misconfigured on an unknown
 * key (naming the nearest one), on an unreadable file and on a value that doesn't fit.
 */
export function readEnv(
  flags: Partial<Record<Key | "config", string>>,
  variables: Record<string, string | undefined> = process.env,
): Env {
  const named = fromVariables(variables);
  const { config, ...given } = { ...named, ...flags };
  const folder = resolve(given.data ?? "data");
  const path = config ?? join(folder, "config.toml");
  if (config && !existsSync(config)) throw new Misconfigured(`config: ${config} does not exist`);
  const inFile = existsSync(path) ? fromToml(path) : {};
  const inCredentials = fromCredentials(variables.CREDENTIALS_DIRECTORY);
  const inNamedFiles = fromNamedFiles(variables);
  const merged: Record<string, unknown> = {
    ...inFile,
    ...inCredentials,
    ...inNamedFiles,
    ...given,
  };
  const result = schema.safeParse(merged);
  if (!result.success) {
    const [issue] = result.error.issues;
    const key = issue!.path[0] as Key;
    throw new Misconfigured(
      `${written(key)}: ${isSecret(key) || key in inCredentials || key in inNamedFiles ? "what it is" : JSON.stringify(merged[key])} does not fit, it takes ${taken[key]}`,
    );
  }
  const places = {
    ...placed(inFile, "file", (key) => `${written(key)} (${path})`),
    ...placed(inCredentials, "credential", credential),
    ...placed(
      inNamedFiles,
      "variableFile",
      (key) => `${fileVariable(key)} (${variables[fileVariable(key)]})`,
    ),
    ...placed(named, "variable", variable),
    ...placed(flags, "flag", flag),
  };
  return { ...result.data, data: resolve(result.data.data), places };
}

const isSecret = (key: string) =>
  key === "metricsToken" || (key in boxFields && boxFields[key as BoxKey].secret === true);

const placed = (values: object, source: SettingSource, name: (key: string) => string) =>
  Object.fromEntries(Object.keys(values).map((key) => [key, { source, name: name(key) }]));
