import type { Command } from "./command.ts";
import { codeFile, data, json, place, yes } from "./flags.ts";

/** Commands for copies of the box and for companies as files. */
export const dataCommands: Command[] = [
  {
    name: "backup now",
    does: "make a copy of the box, running or not, and read it back",
    flags: {
      ...data,
      reason: {
        type: "string",
        value: "R",
        does: "hand, schedule, migration or upgrade (default hand)",
      },
      local: { type: "boolean", does: "send it to no other place" },
      ...json,
      ...yes,
    },
    load: async () => (await import("./backup.ts")).backUp,
  },
  {
    name: "backup list",
    does: "list the copies here and at the places besides, the newest first",
    flags: {
      ...data,
      local: { type: "boolean", does: "look at no other place" },
      ...place,
      ...json,
      ...yes,
    },
    load: async () => (await import("./backup.ts")).listBackups,
  },
  {
    name: "backup fetch",
    takes: "COPY",
    does: "take a copy from a place besides: the newest, unless COPY names one; the flags name a place where there is no box yet",
    flags: { ...data, ...place, ...codeFile, ...json, ...yes },
    load: async () => (await import("./backup.ts")).fetchBackup,
  },
  {
    name: "backup verify",
    takes: "COPY",
    does: "read a copy whole: the newest, unless COPY is the folder or name of one",
    flags: { ...data, ...codeFile, ...json, ...yes },
    load: async () => (await import("./backup.ts")).verifyBackup,
  },
  {
    name: "backup drill",
    takes: "COPY",
    does: "start a copy as a box of its own, sign in, list tickets, open files: the newest, unless COPY is the folder or name of one",
    flags: { ...data, ...codeFile, ...json, ...yes },
    load: async () => (await import("./drill.ts")).drill,
  },
  {
    name: "backup prune",
    does: "remove copies that are kept no longer: 7 days, 4 weeks and 6 months stay",
    flags: { ...data, ...json, ...yes },
    load: async () => (await import("./backup.ts")).pruneBackups,
  },
  {
    name: "backup code",
    does: "print the recovery code, which opens the copies on another machine",
    flags: { ...data, ...json, ...yes },
    load: async () => (await import("./backup.ts")).printCode,
  },
  {
    name: "restore",
    takes: "COPY",
    does: "make a stopped box, or one of its companies, what it was: COPY is a copy's folder or name",
    flags: {
      ...data,
      "dry-run": { type: "boolean", does: "check the copy and print the plan, no more" },
      force: { type: "boolean", does: "put the box that is there aside" },
      "keep-sessions": {
        type: "boolean",
        does: "WhatsApp goes on: the box has not run since this copy",
      },
      company: {
        type: "string",
        value: "ID",
        does: "bring back this company alone, whose file is damaged, from the newest copy that holds it unless COPY names one",
      },
      beside: { type: "boolean", does: "with --company: beside a running box, which has shut it" },
      "as-written": {
        type: "boolean",
        does: "take rows, too, that this version would not write: the seal says that a box did",
      },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./restore.ts")).restoreBox,
  },
  {
    name: "company export",
    takes: "ID",
    does: "write a company into one file, tables for spreadsheets included",
    flags: {
      ...data,
      to: { type: "string", value: "FILE", does: "the file to write" },
      move: {
        type: "boolean",
        does: "it leaves this box, which must be stopped, with its WhatsApp sessions",
      },
      beside: {
        type: "boolean",
        does: "with --move: beside a running box, which has stopped the company",
      },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./company.ts")).exportToFile,
  },
  {
    name: "company import",
    takes: "FILE",
    does: "make a company of such a file",
    flags: {
      ...data,
      name: { type: "string", value: "N", does: "what it is called here" },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./company.ts")).importFromFile,
  },
  {
    name: "company look",
    takes: "FILE",
    does: "say what importing such a file would bring, and what is in its way",
    flags: { ...data, ...codeFile, ...json, ...yes },
    load: async () => (await import("./company.ts")).lookAtFile,
  },
  {
    name: "company move",
    takes: "ID",
    does: "end a move",
    flags: {
      ...data,
      cancel: { type: "boolean", does: "it stays here after all" },
      "hand-over": { type: "boolean", does: "let go, and print what lets the other box work" },
      "take-back": { type: "boolean", does: "what was let go works here again: it never arrived" },
      "take-over": { type: "boolean", does: "work here, with that code in --code-file" },
      ...codeFile,
      ...json,
      ...yes,
    },
    load: async () => (await import("./company.ts")).moveCompany,
  },
];
