import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { nearest } from "./kit/db/text.ts";
import { type Key, settings } from "./env-schema.ts";
import { Misconfigured } from "./misconfigured.ts";

const keys = Object.keys(settings) as Key[];
// The settings that a config file may set: not the data folder, nor the settings that only tests
// use.
const fileKeys = keys.filter(
  (key) => key !== "data" && !key.startsWith("clock") && !key.startsWith("wa"),
);

/** The settings that a file may set, each with its name there. */
export const fileSettings = () => fileKeys.map((key) => ({ key, name: written(key) }));

export const variable = (key: string) =>
  `BALCAO_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
export const flag = (key: string) =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
export const written = (key: string) =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const fileVariable = (key: string) => `${variable(key)}_FILE`;
export const credential = (key: string) => `balcao.${written(key)}`;

/** The largest file for one setting, in bytes. */
const largestFile = 100_000;

export function fromVariables(
  variables: Record<string, string | undefined>,
): Partial<Record<Key | "config", string>> {
  const byName = new Map([...keys, "config" as const].map((key) => [variable(key), key]));
  const ofFiles = new Set(fileKeys.map(fileVariable));
  const values: Partial<Record<Key | "config", string>> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (!name.startsWith("BALCAO_") || value === undefined || ofFiles.has(name)) continue;
    const key = byName.get(name);
    if (!key)
      throw new Misconfigured(
        `unknown variable ${name}: did you mean ${nearest(name, [...byName.keys(), ...ofFiles])}?`,
      );
    values[key] = value;
  }
  return values;
}

/**
 * Settings from files that variables name, as containers pass their secrets:
 * `BALCAO_SMTP_PASSWORD_FILE=/run/secrets/smtp`.
 */
export function fromNamedFiles(
  variables: Record<string, string | undefined>,
): Partial<Record<Key, string>> {
  return Object.fromEntries(
    fileKeys.flatMap((key) => {
      const path = variables[fileVariable(key)];
      return path === undefined ? [] : [[key, textIn(path, fileVariable(key))]];
    }),
  );
}

/**
 * Settings from systemd credentials, each a file of this folder:
 * `LoadCredential=balcao.smtp_password:/etc/balcao/smtp_password`. Files with other names are not
 * for the box.
 */
export function fromCredentials(folder: string | undefined): Partial<Record<Key, string>> {
  if (!folder) return {};
  const byName = new Map(fileKeys.map((key) => [credential(key), key]));
  const names = inWords("CREDENTIALS_DIRECTORY", folder, () => readdirSync(folder)).filter((name) =>
    name.startsWith("balcao."),
  );
  return Object.fromEntries(
    names.map((name) => {
      const key = byName.get(name);
      if (!key)
        throw new Misconfigured(
          `unknown credential ${name}: did you mean ${nearest(name, [...byName.keys()])}?`,
        );
      return [key, textIn(join(folder, name), `credential ${name}`)];
    }),
  );
}

/**
 * A file's text without its last line end, which editors add. `setting`: the one that named the
 * file.
 */
function textIn(path: string, setting: string): string {
  if (path === "") throw new Misconfigured(`${setting}: it names no file`);
  // A device or a pipe has no size, and may have no end.
  const stats = inWords(setting, path, () => statSync(path));
  if (!stats.isFile() && !stats.isDirectory())
    throw new Misconfigured(`${setting}: ${path} is no file`);
  const text = inWords(setting, path, () =>
    stats.size > largestFile ? undefined : readFileSync(path, "utf8"),
  );
  if (text === undefined) throw new Misconfigured(`${setting}: ${path} is too large for a setting`);
  if (text.trim() === "") throw new Misconfigured(`${setting}: ${path} is empty`);
  return text.replace(/\r?\n$/, "");
}

const problems: Record<string, string> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EISDIR: "is a folder",
  EACCES: "may not be read by this user",
  EPERM: "may not be read by this user",
};

function inWords<T>(setting: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new Misconfigured(
      `${setting}: ${path} ${problems[(thrown as NodeJS.ErrnoException).code ?? ""] ?? "cannot be read"}`,
    );
  }
}

export function fromToml(path: string): Record<string, unknown> {
  const byName = new Map(fileKeys.map((key) => [written(key), key]));
  const entries = Object.entries(read(path)).map(([name, value]) => {
    const key = byName.get(name);
    if (!key)
      throw new Misconfigured(
        `${path}: unknown key ${name}: did you mean ${nearest(name, [...byName.keys()])}?`,
      );
    return [key, value];
  });
  return Object.fromEntries(entries);
}

function read(path: string): Record<string, unknown> {
  try {
    if (!statSync(path).isFile()) throw new Error("is no file");
    return Bun.TOML.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch (thrown) {
    throw new Misconfigured(
      `${path}: ${thrown instanceof Error ? thrown.message : "cannot be read"}`,
    );
  }
}
