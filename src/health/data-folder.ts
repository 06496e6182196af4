import type { Database } from "bun:sqlite";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ballastOf, ballastSize, layBallast } from "../jobs/ballast.ts";
import { isServed } from "../data-folder.ts";
import { closeToOthers, isOpenToOthers } from "../kit/files/access.ts";
import { bytes } from "../kit/files/space.ts";
import { migrationsFor, pendingMigrations } from "../kit/db/migrate.ts";
import { copiesOf } from "../modules/backups/bring-back.ts";
import { above, fail, ok, warn, type Check, type Patient } from "./check.ts";

const megabyte = 1024 * 1024;

const folder = ({ env }: Patient) => {
  const { uid, mode } = statSync(env.data);
  const isOpen = isOpenToOthers(env.data);
  // Windows has neither: its lists of rights are asked.
  const us = process.geteuid?.();
  if (us === undefined) return isOpen ? warn(env.data) : ok(env.data);
  const rights = (mode & 0o777).toString(8).padStart(4, "0");
  // Root may look at the service's folder, which belongs to the service's user.
  if (us !== 0 && uid !== us) return fail(`${env.data} uid ${uid}`);
  return isOpen ? warn(`${env.data} ${rights}`) : ok(`${env.data} ${rights}`);
};

const secrets = ({ env }: Patient) => {
  const open = secretsOf(env.data).filter(isOpenToOthers);
  const missing = ["media", "session", "vault"].filter(
    (name) => !existsSync(join(env.data, "secrets", `${name}.key`)),
  );
  // A box that never ran has no keys yet.
  return open.length > 0
    ? fail(open.join(", "))
    : missing.length > 0
      ? warn(missing.join(", "))
      : ok();
};

const ballast = ({ env }: Patient) => {
  const size = statSync(ballastOf(env.data), { throwIfNoEntry: false })?.size ?? 0;
  return size >= ballastSize ? ok(bytes(size)) : warn(bytes(size));
};

const pragmas = ({ control }: Patient) => {
  const mode = Object.values(control.query("PRAGMA journal_mode").get() as object).join("");
  return mode === "wal" ? ok(mode) : warn(mode);
};

const integrity = (patient: Patient) => {
  const damaged = [{ company: 0, sqlite: patient.control }, ...patient.companies()]
    .filter(({ sqlite }) => !isSound(sqlite))
    .map(({ company }) => (company === 0 ? "control.sqlite" : `companies/${company}.sqlite`));
  return damaged.length > 0 ? fail(damaged.join(", ")) : ok();
};

/** The size of the write-ahead logs: one that can't be checkpointed grows for ever. */
const log = ({ env }: Patient) => {
  const largest = Math.max(
    0,
    ...databasesIn(env.data).map(
      (path) => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    ),
  );
  return above(largest, { warns: 256 * megabyte, fails: 1024 * megabyte }, bytes(largest));
};

const schema = (patient: Patient) => {
  const pending = [
    { kind: "control" as const, sqlite: patient.control },
    ...[...patient.companies()].map(({ sqlite }) => ({ kind: "company" as const, sqlite })),
  ].filter(({ kind, sqlite }) => pendingMigrations(sqlite, migrationsFor(kind)).length > 0).length;
  return pending > 0
    ? warn(String(pending))
    : ok(
        `control.sqlite ${migrationsFor("control").length}, companies/*.sqlite ${migrationsFor("company").length}`,
      );
};

/** Companies that are shut, each with the copy that can restore it. */
const companies = ({ shut, env }: Patient) =>
  shut.length > 0
    ? fail(
        shut
          .map((company) => `${company} ← ${copiesOf(env.data, company)[0]?.name ?? "–"}`)
          .join("; "),
      )
    : ok();

const setupToken = ({ control }: Patient) => (isLeftOver(control) ? warn() : ok());

const running = ({ env }: Patient) => (isServed(env.data) ? ok() : warn());

/** The box's folder and files. */
export const folderChecks: Check[] = [
  {
    name: "ballast",
    who: "owner",
    thorough: true,
    examine: ballast,
    fix: ({ env }) => layBallast(env.data),
  },
  { name: "companies", who: "owner", examine: companies },
  { name: "running", who: "owner", thorough: true, examine: running },
  {
    name: "folder",
    who: "owner",
    quiet: true,
    examine: folder,
    fix: ({ env }) => closeToOthers(env.data),
  },
  {
    name: "secrets",
    who: "owner",
    quiet: true,
    examine: secrets,
    fix: ({ env }) => secretsOf(env.data).forEach(closeToOthers),
  },
  { name: "pragmas", who: "owner", thorough: true, examine: pragmas },
  { name: "integrity", who: "owner", thorough: true, examine: integrity },
  { name: "log", who: "owner", quiet: true, examine: log },
  { name: "schema", who: "owner", thorough: true, examine: schema },
  {
    name: "setupToken",
    who: "owner",
    thorough: true,
    examine: setupToken,
    fix: ({ control }) =>
      void (isLeftOver(control) && control.run("DELETE FROM instance WHERE key = 'setup'")),
  },
];

function secretsOf(data: string): string[] {
  const path = join(data, "secrets");
  return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [];
}

function databasesIn(data: string): string[] {
  const companies = join(data, "companies");
  return [
    join(data, "control.sqlite"),
    ...(existsSync(companies) ? readdirSync(companies) : [])
      .filter((name) => name.endsWith(".sqlite"))
      .map((name) => join(companies, name)),
  ];
}

function isSound(sqlite: Database): boolean {
  try {
    return (
      (sqlite.query("PRAGMA quick_check(1)").get() as { quick_check: string }).quick_check === "ok"
    );
  } catch {
    return false;
  }
}

// A link that claims the box is of no use once it has an owner.
const isLeftOver = (control: Database) =>
  control
    .query(
      "SELECT 1 FROM instance WHERE key = 'setup' AND EXISTS (SELECT 1 FROM identities WHERE super)",
    )
    .get() !== null;
