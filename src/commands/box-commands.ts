import type { Command } from "./command.ts";
import { data, email, json, password, settings, yes } from "./flags.ts";

/** Commands that start and claim the box, and its certificates. */
export const boxCommands: Command[] = [
  {
    name: "serve",
    does: "run the box",
    flags: {
      ...settings,
      "safe-mode": {
        type: "boolean",
        does: "let nothing leave: no messages, campaigns, schedules, webhooks",
      },
    },
    load: async () => (await import("./serve.ts")).runServer,
  },
  {
    name: "demo",
    does: "run a throw-away box with a shop's day on the practice channel, on loopback only",
    flags: { port: settings.port, ...json },
    load: async () => (await import("./demo.ts")).runDemo,
  },
  {
    name: "setup-link",
    does: "print a new one-time link to claim the box, good for 30 minutes",
    flags: { ...settings, ...json },
    load: async () => (await import("./setup-link.ts")).printSetupLink,
  },
  {
    name: "admin create",
    does: "make the owner, and claim the box",
    flags: {
      ...data,
      ...email,
      ...password,
      ...json,
      name: { type: "string", value: "N", does: "the owner's name" },
      company: { type: "string", value: "C", does: "the company's name" },
    },
    load: async () => (await import("./admin.ts")).createOwner,
  },
  {
    name: "admin reset-password",
    does: "give someone a new password, and end their sessions",
    flags: { ...data, ...email, ...password, ...json },
    load: async () => (await import("./admin.ts")).resetPassword,
  },
  {
    name: "admin disable-totp",
    does: "let someone in without a code again, who lost phone and recovery codes",
    flags: { ...data, ...email, ...json },
    load: async () => (await import("./admin.ts")).disableTotp,
  },
  {
    name: "admin restore-owner",
    does: "make someone the owner of the box again, and an admin of their company",
    flags: { ...data, ...email, ...json },
    load: async () => (await import("./admin.ts")).restoreOwner,
  },
  {
    name: "tls init",
    does: "make the box's own authority for https, or a new one",
    flags: { ...data, ...yes, ...json },
    load: async () => (await import("./tls.ts")).initTls,
  },
  {
    name: "tls show-ca",
    does: "print the certificate that devices trust the box by",
    flags: { ...data, ...json },
    load: async () => (await import("./tls.ts")).showAuthority,
  },
  {
    name: "tls renew",
    does: "issue the box's certificate anew; a running box shows it within seconds",
    flags: { ...data, ...json },
    load: async () => (await import("./tls.ts")).renewCertificate,
  },
  {
    name: "tls import",
    does: "show this certificate in place of one of the box's own authority",
    flags: {
      ...data,
      ...json,
      cert: {
        type: "string",
        value: "FILE",
        does: "the certificate, and those that lead to its authority",
      },
      key: { type: "string", value: "FILE", does: "its private key, without a password" },
    },
    load: async () => (await import("./tls.ts")).importCertificate,
  },
];
