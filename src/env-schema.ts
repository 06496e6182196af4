import { isIP } from "node:net";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { boxFields, outsideKeys, type BoxKey, type BoxSettings } from "./modules/box/fields.ts";
import { updateChannels } from "./shared/box.ts";

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

export const settings = {
  data: z.string().min(1).default("data"),
  host: z.string().min(1).default("0.0.0.0"),
  port: port.default(8080),
  tls: z.enum(["local", "files", "proxy", "off"]).optional(),
  tlsPort: port.default(8443),
  tlsNames: list,
  trustedProxies: list,
  logLevel: z.enum(["debug", "info", "warn", "error"]).default("info"),
  outboundAllow: list,
  backupEvery: z
    .string()
    .regex(/^([5-9]|[1-9]\d|1\d\d)m$/)
    .optional(),
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
  graphUrl: z.url().optional(),
  ...ofBox,
};
export const taken: Partial<Record<Key, string>> = {
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
  backupEvery: "minutes from 5m to 199m, such as 15m",
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
  graphUrl: "an address of this machine's own loopback, such as http://127.0.0.1:9200",
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
export const schema = z
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
  .refine(
    ({ graphUrl }) =>
      graphUrl === undefined ||
      (/^https?:$/.test(new URL(graphUrl).protocol) && isLoopback(new URL(graphUrl).hostname)),
    { path: ["graphUrl"] },
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

export type Key = keyof typeof settings;

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
