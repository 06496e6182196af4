import type { Command } from "./command.ts";
import { archive, data, json, root, settings, yes } from "./flags.ts";

/** Commands that check, set up and update the box. */
export const careCommands: Command[] = [
  {
    name: "healthcheck",
    does: "ask a running box whether it is ready",
    flags: {
      ...settings,
      wait: { type: "string", value: "S", does: "keep asking for S seconds" },
      pid: { type: "string", value: "PID", does: "but no longer than this process runs" },
      ...json,
    },
    load: async () => (await import("./healthcheck.ts")).checkHealth,
  },
  {
    name: "doctor",
    does: "look at everything that could be wrong, and say what to do about it",
    flags: {
      ...settings,
      fix: { type: "boolean", does: "mend what can be mended without asking" },
      ...json,
    },
    load: async () => (await import("./doctor.ts")).runDoctor,
  },
  {
    name: "support-bundle",
    does: "pack what someone who helps from afar needs to know: no messages, no numbers, no keys",
    flags: {
      ...settings,
      out: {
        type: "string",
        value: "FILE",
        does: "where to write it (default ./balcao-support-….tar.gz)",
      },
      seen: {
        type: "string",
        value: "FILE",
        does: "what a running box finds and how it is set, as JSON, - for standard input",
      },
      ...json,
      ...yes,
    },
    load: async () => (await import("./support-bundle.ts")).writeSupportBundle,
  },
  {
    name: "config check",
    does: "say whether the settings fit",
    flags: { ...settings, ...json },
    load: async () => (await import("./config.ts")).checkConfig,
  },
  {
    name: "config print",
    does: "print every setting as config.toml takes it, and where it comes from",
    flags: { ...settings, ...json },
    load: async () => (await import("./config.ts")).printConfig,
  },
  {
    name: "migrate status",
    does: "say which migrations each file still needs",
    flags: { ...data, ...json },
    load: async () => (await import("./migrate.ts")).printMigrations,
  },
  {
    name: "migrate up",
    does: "bring every file up to this executable, after a copy; the box must be stopped",
    flags: {
      ...data,
      "no-copy": { type: "boolean", does: "make no copy before" },
      ...json,
      ...yes,
    },
    load: async () => (await import("./migrate.ts")).migrateUp,
  },
  {
    name: "update check",
    does: "say what a release's archive is, and whether now is the moment for it",
    flags: { ...settings, ...archive, ...json },
    load: async () => (await import("./update.ts")).checkUpdate,
  },
  {
    name: "update apply",
    does: "put a release in the place of this one, and go back by itself where it does not get ready",
    flags: {
      ...settings,
      ...archive,
      now: { type: "boolean", does: "also in the working day, or while a campaign runs" },
      ...root,
      ...json,
      ...yes,
    },
    load: async () => (await import("./update.ts")).applyUpdate,
  },
  {
    name: "update rollback",
    does: "go back to the release before, with the data as it was",
    flags: { ...data, ...root, ...json, ...yes },
    load: async () => (await import("./update.ts")).rollBack,
  },
  {
    name: "version",
    does: "print the version",
    flags: json,
    load: async () => (await import("./version.ts")).printVersion,
  },
];
