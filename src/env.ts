import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { nearest } from "./kit/db/text.ts";
import { boxFields, outsideKeys, type BoxKey, type BoxSettings } from "./modules/box/fields.ts";
import { updateChannels, type SettingSource } from "./shared/box.ts";

// Elysia reads it as it loads: without it a refused body is echoed, and printing a deep one takes
// seconds. `commands.ts` imports this file before the others.
Bun.env.NODE_ENV ||= "production";

/** A wrong setting. The process ends with 78, and a service manager must not start it again. */
export class Misconfigured extends Error {}

const port = z.coerce.number().int().min(0).max(65_535);

const list = z
  .union([
    z.array(z.string()),
    z.string().transform((text) =>
      text
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean),
    ),
  ])
  .default([]);

const limit = z.coerce.number().int().min(1).optional();

// Flags and variables are text; the file has numbers and booleans of its own.
const spoken = (word: unknown) =>
  word === "true"
    ? true
    : word === "false"
      ? false
      : typeof word === "string" && /^\d+$/.test(word)
        ? Number(word)
        : word;
const ofBox = Object.fromEntries(
  outsideKeys.map((key) => [
    key,
    z
      .union([boxFields[key].schema, z.preprocess(spoken, boxFields[key].schema as z.ZodType)])
      .optional(),
  ]),
) as unknown as {
  [Key in BoxKey]: z.ZodOptional<z.ZodType<NonNullable<BoxSettings[Key]>>>;
};

const settings = {
  data: z.string().min(1).default("data"),
  host: z.string().min(1).default("0.0.0.0"),
  port: port.default(8080),
  tls: z.enum(["local", "files", "proxy", "off"]).optional(),
  tlsPort: port.default(8443),
  tlsNames: list,
  trustedProxies: list,
  logLevel: z.enum(["debug", "info", "warn", "error"]).default("info"),
  outboundAllow: list,
  metricsToken: z.string().min(16).optional(),
  updatesFrom: z.string().optional(),
  updateChannel: z.enum(updateChannels).optional(),
  cepUrl: z.string().default("https://viacep.com.br/ws/{cep}/json/"),
  clockAhead: z.coerce.number().int().default(0),
  clockEvery: z.coerce.number().int().min(1).max(59).default(10),
  waUrl: z.url().optional(),
  waRoot: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  waMediaHost: z.string().optional(),
  waGreetingLimit: limit,
  waAnswerLimit: limit,
  waBacklogLimit: limit,
  waCodeLife: limit,
  waFirstRetry: limit,
  ...ofBox,
};
const taken: Partial<Record<Key, string>> = {
  ...Object.fromEntries(outsideKeys.map((key) => [key, boxFields[key].takes])),
  data: "a folder",
  host: "an address of this machine, or 0.0.0.0 for all of them",
  port: "a number from 0 to 65535",
  tls: "local, files, proxy or off",
  tlsPort: "a number from 0 to 65535",
  tlsNames: "names and addresses, such as balcao.lan or 192.168.1.10",
  trustedProxies: "addresses, or networks such as 10.0.0.0/8",
  logLevel: "debug, info, warn or error",
  outboundAllow: "networks such as 192.168.0.0/16, or a host and its port such as ollama.lan:11434",
  metricsToken: "at least 16 characters",
  updatesFrom: "a folder, from the root on, or an address such as https://releases.example.com",
  updateChannel: updateChannels.join(" or "),
  cepUrl: "an address with {cep} in it, such as https://viacep.com.br/ws/{cep}/json/, or nothing",
  clockAhead: "milliseconds",
  clockEvery: "seconds from 1 to 59",
  waUrl: "an address of this machine's own loopback, such as ws://127.0.0.1:9100/ws/chat",
  waRoot: "64 hexadecimal digits, beside wa_url",
  waMediaHost:
    "a host and port of this machine's own loopback, such as 127.0.0.1:9101, beside wa_url",
  waGreetingLimit: "milliseconds, beside wa_url",
  waAnswerLimit: "milliseconds, beside wa_url",
  waBacklogLimit: "milliseconds, beside wa_url",
  waCodeLife: "milliseconds, beside wa_url",
  waFirstRetry: "milliseconds, beside wa_url",
};
// The time limits of the stand-in for WhatsApp, so that tests need not wait for WhatsApp's own.
const limits = [
  "waGreetingLimit",
  "waAnswerLimit",
  "waBacklogLimit",
  "waCodeLife",
  "waFirstRetry",
] as const;

// A stand-in for WhatsApp's servers must be on loopback: any other address would be a man in the
// middle.
const schema = z
  .object(settings)
  .refine(({ trustedProxies }) => trustedProxies.every(isNetwork), { path: ["trustedProxies"] })
  .refine(
    ({ tlsNames }) =>
      tlsNames.every((each) => isIP(each) !== 0 || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(each)),
    { path: ["tlsNames"] },
  )
  .refine(({ outboundAllow }) => outboundAllow.every((each) => isNetwork(each) || isPlace(each)), {
    path: ["outboundAllow"],
  })
  .refine(
    ({ cepUrl }) =>
      cepUrl === "" ||
      (cepUrl.includes("{cep}") && /^https?:$/.test(URL.parse(cepUrl)?.protocol ?? "")),
    { path: ["cepUrl"] },
  )
  .refine(
    ({ updatesFrom }) =>
      updatesFrom === undefined ||
      isAbsolute(updatesFrom) ||
      /^https?:$/.test(URL.parse(updatesFrom)?.protocol ?? ""),
    { path: ["updatesFrom"] },
  )
  .refine(
    ({ waUrl }) =>
      waUrl === undefined ||
      (/^wss?:$/.test(new URL(waUrl).protocol) && isLoopback(new URL(waUrl).hostname)),
    { path: ["waUrl"] },
  )
  .refine(({ waRoot, waUrl }) => (waRoot === undefined) === (waUrl === undefined), {
    path: ["waRoot"],
  })
  .refine(
    ({ waMediaHost, waUrl }) =>
      waMediaHost === undefined ||
      (waUrl !== undefined &&
        /^[^/@?#]+$/.test(waMediaHost) &&
        isLoopback(new URL(`https://${waMediaHost}`).hostname)),
    { path: ["waMediaHost"] },
  )
  .superRefine((env, context) => {
    for (const key of limits)
      if (env[key] !== undefined && env.waUrl === undefined)
        context.addIssue({ code: "custom", path: [key] });
  });

/** The data folder as the environment names it. */
export const dataVariable = () => process.env.BALCAO_DATA;

/** The environment without systemd's credentials, for programs that need no secret. */
export const withoutCredentials = () => ({ ...process.env, CREDENTIALS_DIRECTORY: undefined });

type Key = keyof typeof settings;

/** `places`: the source of each setting that is set, and its name there. */
export type Env = z.infer<typeof schema> & {
  places: Partial<Record<Key, { source: SettingSource; name: string }>>;
};

const keys = Object.keys(settings) as Key[];
// The settings that a config file may set: not the data folder, nor the settings that only tests
// use.
const fileKeys = keys.filter(
  (key) => key !== "data" && !key.startsWith("clock") && !key.startsWith("wa"),
);

/** The settings that a file may set, each with its name there. */
export const fileSettings = () => fileKeys.map((key) => ({ key, name: written(key) }));

const variable = (key: string) =>
  `BALCAO_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
const flag = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const written = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const fileVariable = (key: string) => `${variable(key)}_FILE`;
const credential = (key: string) => `balcao.${written(key)}`;

/** The largest file for one setting, in bytes. */
const largestFile = 100_000;

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

/** Whether a host, as a URL has it, is this machine itself. */
export const isLoopback = (host: string) =>
  host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));

// An address, or a network as address/bits.
function isNetwork(text: string): boolean {
  const [address = "", bits] = text.split("/");
  const size = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return size > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size));
}

// host:port
function isPlace(text: string): boolean {
  const url = /^[^/@?#\s]+:\d{1,5}$/.test(text) ? URL.parse(`http://${text}`) : null;
  return url !== null && url.hostname !== "";
}

function fromVariables(
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
function fromNamedFiles(
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
function fromCredentials(folder: string | undefined): Partial<Record<Key, string>> {
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

function fromToml(path: string): Record<string, unknown> {
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
