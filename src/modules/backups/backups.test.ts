import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import {
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openCompanyDbs } from "../../data-folder.ts";
import { addMedia } from "../../kit/db/media.ts";
import { claimedFolder } from "../../testing/claimed.ts";
import { runBalcao, startBox } from "../../testing/running.ts";
import { day, dot, folder, test } from "../../testing/world.ts";
import { makeCopy } from "./copy.ts";
import { copiesIn, listCopies, readManifest } from "./manifest.ts";
import { prune } from "./prune.ts";
import { recoveryCode } from "./recovery-code.ts";
import { copiesToKeep } from "./retention.ts";
import { partOf } from "./snapshot.ts";
import { problemsOf } from "./verify.ts";

/** A claimed box with a picture, and its commands. */
async function claimed() {
  const data = await claimedFolder();
  const dbs = openCompanyDbs({ data });
  const picture = await dbs.open(1).files.keep(dot, "broa.png");
  dbs.open(1).write((tx) => void addMedia(tx, picture, Date.now()));
  dbs.closeAll();
  dbs.control.sqlite.close();
  const copies = copiesIn(data);
  const run = async (...words: string[]) => {
    const { code, out, err } = await runBalcao([...words, "--data", data, "--json", "--yes"]);
    return {
      code,
      err,
      said: JSON.parse(out.trim().split("\n").at(-1) || "null") as Record<string, never> & {
        path: string;
      },
    };
  };
  const copied = (now?: () => number) => makeCopy(data, { reason: "hand", version: "0", now });
  return {
    data,
    copies,
    run,
    copied,
    sha256: picture.sha256,
    checks: { code: recoveryCode(data), media: true },
  };
}

test("a running box is copied, and the copy read back, listed and verified", async () => {
  const { data, run } = await claimed();
  const box = await startBox(data);
  const made = await run("backup", "now");
  expect(made).toMatchObject({
    code: 0,
    said: {
      reason: "hand",
      companies: 1,
      failed: [],
      media: { count: 1 },
      verifiedAt: expect.any(String),
    },
  });
  expect(readdirSync(made.said.path).sort()).toEqual([
    "box.sealed",
    "company-1.sqlite",
    "manifest.json",
    "media.list",
  ]);
  expect(await run("backup", "verify")).toMatchObject({
    code: 0,
    said: { sound: true, path: made.said.path },
  });
  expect(await run("backup", "list")).toMatchObject({
    code: 0,
    said: { copies: [{ path: made.said.path }] },
  });
  expect(await box.stop()).toBe(0);
}, 30_000);

test("whatever of a copy is damaged, missing or changed is named", async () => {
  const { run, copied, copies, sha256, checks } = await claimed();
  const { path } = await copied();
  expect(await problemsOf(path, copies, checks)).toEqual([]);
  expect(await problemsOf(path, copies, { code: "0000-0000" })).toEqual([
    "box.sealed: the recovery code does not open it",
  ]);
  rmSync(join(copies, "media", sha256.slice(0, 2), sha256));
  expect(await problemsOf(path, copies, checks)).toEqual([`media ${sha256} is missing`]);
  truncateSync(join(path, "company-1.sqlite"), 8192);
  expect(await problemsOf(path, copies, checks)).toEqual([
    "company-1.sqlite is not as it was written",
  ]);
  expect(await run("backup", "verify", path)).toMatchObject({ code: 1, said: { sound: false } });
  rmSync(join(path, "box.sealed"));
  expect(await run("backup", "verify", path)).toMatchObject({
    code: 1,
    said: { problems: ["box.sealed is missing", "company-1.sqlite is not as it was written"] },
  });
}, 30_000);

test("who changes a row and the hash beside it is found by what is sealed", async () => {
  const { copied, copies, checks } = await claimed();
  const { path } = await copied();
  const manifest = (await Bun.file(join(path, "manifest.json")).json()) as {
    companies: { name: string }[];
  };
  writeFileSync(
    join(path, "manifest.json"),
    JSON.stringify({
      ...manifest,
      companies: manifest.companies.map((company) => ({ ...company, name: "Outra" })),
    }),
  );
  expect(await problemsOf(path, copies, checks)).toEqual(["the manifest was changed"]);
});

/**
 * Changes a row of a copy and its hash in the manifest, as anyone with write access to the folder
 * can.
 */
async function tampered(path: string, sql: string) {
  const database = join(path, "company-1.sqlite");
  const sqlite = new Database(database);
  sqlite.run(sql);
  sqlite.close();
  const manifest = readManifest(path);
  const part = await partOf(database);
  const companies = manifest.companies.map((company) => ({ ...company, ...part }));
  writeFileSync(join(path, "manifest.json"), JSON.stringify({ ...manifest, companies }));
}

test("whoever can write where a copy lies becomes nobody's admin: each way of using it refuses what was changed", async () => {
  const { data, run, copied } = await claimed();
  const { path, manifest } = await copied();
  const away = folder();
  cpSync(copiesIn(data), join(away, "balcao-backups"), { recursive: true });
  const there = join(away, "balcao-backups", manifest.name);
  for (const copy of [path, there])
    await tampered(copy, "UPDATE users SET profile = 'admin', name = 'Mallory'");
  const changed = expect.stringContaining("the manifest was changed");
  expect(await run("backup", "verify", path)).toMatchObject({
    code: 1,
    said: { problems: ["the manifest was changed"] },
  });
  expect(await run("backup", "drill", path)).toMatchObject({
    code: 1,
    said: { drill: { reason: "damaged", error: changed } },
  });
  expect(await run("restore", path, "--dry-run")).toMatchObject({ code: 1, err: changed });
  expect(await run("restore", path, "--force")).toMatchObject({ code: 1, err: changed });
  for (const more of [["--dry-run"], ["--force"], ["--force", "--beside"]])
    expect(await run("restore", path, "--company", "1", ...more)).toMatchObject({
      code: 1,
      err: changed,
    });
  rmSync(path, { recursive: true });
  expect(await run("backup", "fetch", "--folder", away)).toMatchObject({ code: 1, err: changed });
  expect(listCopies(copiesIn(data))).toEqual([]);
  const dbs = openCompanyDbs({ data });
  expect(dbs.open(1).sqlite.query("SELECT name FROM users").all()).not.toContainEqual({
    name: "Mallory",
  });
  dbs.closeAll();
  dbs.control.sqlite.close();
}, 60_000);

test("an old copy is not shown as a new one", async () => {
  const { copied, copies, checks } = await claimed();
  const { path, manifest } = await copied();
  writeFileSync(
    join(path, "manifest.json"),
    JSON.stringify({ ...manifest, at: "2030-01-01T00:00:00.000Z" }),
  );
  expect(await problemsOf(path, copies, checks)).toEqual(["the manifest was changed"]);
  writeFileSync(join(path, "manifest.json"), JSON.stringify(manifest));
  const newer = join(copies, "2030-01-01T000000000Z");
  renameSync(path, newer);
  expect(await problemsOf(newer, copies, checks)).toEqual([
    `the folder 2030-01-01T000000000Z holds the copy ${manifest.name}`,
  ]);
});

test("a copy whose rows no form could have written is made, and taken only as it was written", async () => {
  const { data, run, copied, copies, checks } = await claimed();
  const dbs = openCompanyDbs({ data });
  dbs
    .open(1)
    .sqlite.run("INSERT INTO imports (name, width, createdAt, updatedAt) VALUES ('x', 101, 1, 1)");
  dbs.closeAll();
  dbs.control.sqlite.close();
  const { path } = await copied();
  const unfit = expect.stringContaining("imports 1: width is");
  expect(await problemsOf(path, copies, checks)).toEqual([unfit]);
  expect(await problemsOf(path, copies, { ...checks, asWritten: true })).toEqual([]);
  for (const more of [[], ["--company", "1"]]) {
    expect(await run("restore", path, "--force", ...more)).toMatchObject({ code: 1, err: unfit });
    expect(await run("restore", path, "--force", "--as-written", ...more)).toMatchObject({
      code: 0,
    });
  }
}, 60_000);

test("a company that can't be copied is named and stops no other; a second copy at the same time is refused", async () => {
  const { data, copied, run } = await claimed();
  const both = await Promise.allSettled([copied(), copied()]);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(both[1]).toMatchObject({ reason: { reason: "ERR_BACKUP_RUNNING", kind: "busy" } });
  writeFileSync(
    join(data, "companies/1.sqlite"),
    "not a database at all, but long enough to be taken for one",
  );
  const made = await run("backup", "now");
  expect(made).toMatchObject({
    code: 1,
    said: { companies: 0, failed: [{ id: 1 }], verifiedAt: expect.any(String) },
    err: expect.stringContaining("was not copied"),
  });
}, 30_000);

test("all of a day are kept, then seven days, four weeks and six months, and the newest whole copy", () => {
  const made = Array.from({ length: 400 }, (_, age) => ({
    at: new Date(Date.parse("2026-11-20T05:30:00Z") - age * day).toISOString(),
    failed: age < 9 ? ["one"] : [],
  }));
  const staying = [...copiesToKeep(made, "America/Sao_Paulo")]
    .map(({ at }) => at.slice(0, 10))
    .sort()
    .reverse();
  expect(staying).toEqual([
    "2026-11-20",
    "2026-11-19",
    "2026-11-18",
    "2026-11-17",
    "2026-11-16",
    "2026-11-15",
    "2026-11-14",
    "2026-11-11",
    "2026-11-08",
    "2026-11-01",
    "2026-10-31",
    "2026-09-30",
    "2026-08-31",
    "2026-07-31",
    "2026-06-30",
  ]);
  const byHand = [
    "2026-11-20T09:00:00Z",
    "2026-11-20T08:00:00Z",
    "2026-11-19T09:30:00Z",
    "2026-11-19T08:30:00Z",
  ].map((at) => ({ at, failed: [] }));
  expect([...copiesToKeep(byHand, "America/Sao_Paulo")].map(({ at }) => at.slice(8, 13))).toEqual([
    "20T09",
    "20T08",
    "19T09",
  ]);
  const often = Array.from({ length: 4 * 30 }, (_, quarter) => ({
    at: new Date(Date.parse("2026-11-20T20:45:00Z") - quarter * 15 * 60_000).toISOString(),
    failed: [],
  }));
  expect(
    [...copiesToKeep(often, "America/Sao_Paulo")].map(({ at }) => at.slice(8, 16)).slice(0, 12),
  ).toEqual([
    ...["20T20:45", "20T20:30", "20T20:15", "20T20:00"],
    ...["20T19:45", "20T19:30", "20T19:15", "20T19:00"],
    ...["20T18:45", "20T17:45", "20T16:45", "20T15:45"],
  ]);
});

test("what is pruned takes its media along, and nothing that another copy lists", async () => {
  const { data, copied, copies, sha256 } = await claimed();
  const first = await copied(() => Date.now() - 40 * day);
  rmSync(join(data, "media"), { recursive: true });
  for (const age of [3, 2, 1]) await copied(() => Date.now() - age * day);
  expect(await prune(copies)).toMatchObject({ removed: [], media: 0 });
  rmSync(first.path, { recursive: true });
  expect(await prune(copies)).toMatchObject({ removed: [], media: 1 });
  expect(existsSync(join(copies, "media", sha256.slice(0, 2), sha256))).toBe(false);
  expect(listCopies(copies)).toHaveLength(3);
}, 30_000);
