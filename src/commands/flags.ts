// Flags that several commands take.

export const data = {
  data: { type: "string", value: "DIR", does: "the data folder (default ./data)" },
  config: { type: "string", value: "FILE", does: "settings in TOML (default DIR/config.toml)" },
} as const;
export const json = { json: { type: "boolean", does: "print JSON" } } as const;
export const settings = {
  ...data,
  host: { type: "string", value: "H", does: "the address to listen on (default 0.0.0.0)" },
  port: { type: "string", value: "N", does: "the port to listen on (default 8080)" },
  tls: { type: "string", value: "MODE", does: "local, files, proxy or off (default: what fits)" },
  "tls-port": { type: "string", value: "N", does: "the port of https (default 8443)" },
  "public-url": { type: "string", value: "URL", does: "the address that people use" },
  "log-level": { type: "string", value: "LEVEL", does: "debug, info, warn or error" },
} as const;
export const email = { email: { type: "string", value: "E", does: "who signs in" } } as const;
export const password = {
  "password-file": {
    type: "string",
    value: "F",
    does: "the file that holds the password, - for standard input",
  },
} as const;

export const yes = { yes: { type: "boolean", does: "ask nothing" } } as const;
export const codeFile = {
  "code-file": {
    type: "string",
    value: "F",
    does: "the file that holds the recovery code, - for standard input",
  },
} as const;

/** A place with copies. */
export const place = {
  folder: {
    type: "string",
    value: "DIR",
    does: "a folder on another disk, as the box's page named it",
  },
  endpoint: { type: "string", value: "URL", does: "the address of storage that speaks S3" },
  region: { type: "string", value: "R", does: "its region" },
  bucket: { type: "string", value: "B", does: "its bucket" },
  prefix: { type: "string", value: "P", does: "the folder in the bucket" },
  "access-key": { type: "string", value: "ID", does: "who signs in to it" },
  "secret-file": {
    type: "string",
    value: "F",
    does: "the file that holds the secret key, - for standard input",
  },
} as const;

export const archive = {
  from: {
    type: "string",
    value: "FILE",
    does: "the archive, beside SHA256SUMS and SHA256SUMS.minisig (default: what lies in updates_from)",
  },
} as const;
export const root = {
  root: {
    type: "string",
    value: "DIR",
    does: "work below DIR, without user and service, as install.sh does",
  },
} as const;
