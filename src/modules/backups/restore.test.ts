import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCompanyDbs } from "../../data-folder.ts";
import { readEnv } from "../../env.ts";
import { addMedia } from "../../kit/db/media.ts";
import { migrationsFor } from "../../kit/db/migrate.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { serve } from "../../serve.ts";
import { claimedFolder } from "../../testing/claimed.ts";
import { owner, runBalcao } from "../../testing/running.ts";
import { afterwards, builders, caller, dot, folder, refusal, test } from "../../testing/world.ts";
import { copyBeforeMigrations } from "./before-migrations.ts";
import { makeCopy } from "./copy.ts";
import { copiesIn, listCopies } from "./manifest.ts";
import { recoveryCode } from "./recovery-code.ts";
import { planOf, restore } from "./restore.ts";
import { swapIn, undoSwap } from "./swap.ts";

/** Rui's shop with a contact, a picture, a WhatsApp number, and a copy of it all. */
async function copied() {
  const data = await claimedFolder();
  const sha256 = await within(data, async (dbs) => {
    const db = dbs.open(1);
    const make = builders(db);
    make.contact({ name: "Bia" });
    make.connection({ name: "Balcão", provider: "beta", isDefault: true });
    db.sqlite.run(
      "INSERT INTO waSessions (connectionId, epoch, salt, creds) VALUES (1, 3, 'AAAA', x'01')",
    );
    db.sqlite.run("INSERT INTO waKeys VALUES (1, 'session', 'bia', x'02')");
    const picture = await db.files.keep(dot, "broa.png");
    db.write((tx) => void addMedia(tx, picture, db.now()));
    return picture.sha256;
  });
  const { path } = await makeCopy(data, { reason: "hand", version: "0" });
  return { data, path, sha256, code: recoveryCode(data) };
}

/** Runs `work` with a folder's databases and closes them afterwards. */
async function within<T>(data: string, work: (dbs: CompanyDbs) => T | Promise<T>): Promise<T> {
  const dbs = openCompanyDbs({ data });
  try {
    return await work(dbs);
  } finally {
    dbs.closeAll();
    dbs.control.sqlite.close();
    // A closed file keeps its handles until its statements are collected.
    Bun.gc(true);
  }
}

const contactsIn = (data: string) =>
  within(data, (dbs) =>
    (
      dbs.open(1).sqlite.query("SELECT name FROM contacts ORDER BY id").all() as {
        name: string;
      }[]
    ).map(({ name }) => name),
  );
const linkIn = (data: string) =>
  within(data, (dbs) =>
    dbs
      .open(1)
      .sqlite.query(
        "SELECT creds IS NOT NULL AS linked, reason FROM waSessions JOIN connections ON id = connectionId",
      )
      .get(),
  );
const addContact = (data: string, name: string) =>
  within(
    data,
    (dbs) => void builders(dbs.open(1)).contact({ name, number: `55119${name.length}0000000` }),
  );
const restored = async (data: string, path: string, code: string, more: object = {}) =>
  restore(data, path, await planOf(data, path, { code }), { code, ...more });

async function running(data: string) {
  const box = await serve({
    ...readEnv({ data, host: "127.0.0.1", port: "0" }, {}),
    logLevel: "error",
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= box.stop());
  afterwards(stop);
  return {
    box,
    stop,
    rui: caller(
      box.url,
      (await caller(box.url).post<{ token: string }>("/auth/login", owner)).body.token,
    ),
  };
}

test("what stands in the way of a restore is said in words, before a plan is shown", async () => {
  const { data, path } = await copied();
  const restore = async (...words: string[]) => runBalcao(["restore", ...words, "--data", data]);
  expect(await restore("nada")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/there is no copy nada.*balcao backup list/),
  });
  expect(await restore(data)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("is no copy"),
  });
  expect(await restore(path, "--yes")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("--force puts it aside"),
  });
  expect(await restore(path, "--force")).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("--yes is needed"),
  });
}, 30_000);

test("a box goes back to its copy, the newer one stays aside, and nothing leaves until its owner has seen the figures", async () => {
  const { data, path, code, sha256 } = await copied();
  await addContact(data, "Caio");
  expect(await refusal(() => restored(data, path, code))).toMatchObject({
    kind: "conflict",
    reason: "ERR_RESTORE_FORCE",
  });
  await restored(data, path, code, { force: true });
  expect(await contactsIn(data)).toEqual(["Bia"]);
  const aside = readdirSync(data).find((name) => name.startsWith("before-restore-"))!;
  expect(await contactsIn(join(data, aside))).toEqual(["Bia", "Caio"]);
  expect(readdirSync(data).filter((name) => name.startsWith("restoring"))).toEqual([]);
  expect(listCopies(copiesIn(data))).toHaveLength(1);

  const { box, rui } = await running(data);
  expect(
    await box.dbs
      .open(1)
      .files.thumb(sha256)
      .then(() => existsSync(box.dbs.open(1).files.path(sha256))),
  ).toBe(true);
  expect((await rui.get("/backups/safe-mode")).body).toMatchObject({
    safeMode: { restored: { companies: [{ id: 1, messages: 0 }], unlinked: [] } },
  });
  const health = async () =>
    (await rui.get<{ findings: { check: string; state: string }[] }>("/health")).body.findings
      .filter(({ check }) => ["safeMode", "lines"].includes(check))
      .map(({ check, state }) => [check, state]);
  expect(await health()).toEqual([["safeMode", "warn"]]);
  expect(await rui.post("/whatsappsession/1")).toMatchObject({
    status: 503,
    body: { error: "ERR_SAFE_MODE" },
  });
  expect(await rui.delete("/backups/safe-mode")).toMatchObject({
    status: 200,
    body: { safeMode: null },
  });
  expect(await rui.delete("/backups/safe-mode")).toMatchObject({ status: 409 });
  expect((await health()).map(([check]) => check)).toEqual(["lines"]);
  expect(JSON.stringify((await rui.get("/audit")).body)).toContain("restoreConfirmed");
}, 60_000);

test("what was due since the copy is not sent again by itself", async () => {
  const { data, path, code } = await copied();
  await within(data, (dbs) =>
    dbs
      .open(1)
      .sqlite.run(
        "INSERT INTO schedules (body, contactId, sendAt, firstAt, status, createdAt, updatedAt) VALUES ('Bom dia!', 1, 1000, 1000, 'PENDENTE', 1, 1)",
      ),
  );
  rmSync(path, { recursive: true });
  const again = await makeCopy(data, { reason: "hand", version: "0" });
  await restored(data, again.path, code, { force: true });
  const { rui } = await running(data);
  await rui.delete("/backups/safe-mode");
  expect((await rui.get("/schedules")).body).toMatchObject({
    schedules: [{ status: "ERRO", reason: "ERR_SCHEDULE_RESTORED" }],
  });
}, 60_000);

test("a box that went back to an older release sends nothing again by itself either", async () => {
  const { data } = await copied();
  await within(data, (dbs) =>
    dbs
      .open(1)
      .sqlite.run(
        "INSERT INTO schedules (body, contactId, sendAt, firstAt, status, createdAt, updatedAt) VALUES ('Bom dia!', 1, 1000, 1000, 'PENDENTE', 1, 1)",
      ),
  );
  writeFileSync(join(data, "rolled-back"), "");
  const { rui } = await running(data);
  expect((await rui.get("/backups/safe-mode")).body).toMatchObject({
    safeMode: {
      restored: {
        companies: [{ id: 1, messages: 0 }],
        unlinked: [{ company: "Padaria Pão Quente", connection: "Balcão" }],
      },
    },
  });
  expect(existsSync(join(data, "rolled-back"))).toBe(false);
  await rui.delete("/backups/safe-mode");
  expect((await rui.get("/schedules")).body).toMatchObject({
    schedules: [{ status: "ERRO", reason: "ERR_SCHEDULE_RESTORED" }],
  });
}, 60_000);

test("a WhatsApp session goes on only where nothing has run since the copy", async () => {
  const { data, path, code } = await copied();
  expect(await restored(data, path, code, { force: true })).toMatchObject({ unlinked: [] });
  expect(await linkIn(data)).toEqual({ linked: 1, reason: null });
  await within(data, (dbs) => dbs.open(1).sqlite.run("UPDATE waKeys SET value = x'03'"));
  expect(await restored(data, path, code, { force: true })).toMatchObject({
    unlinked: [{ connection: "Balcão" }],
  });
  expect(await linkIn(data)).toEqual({ linked: 0, reason: "restored" });
  const elsewhere = folder();
  expect(await restored(elsewhere, path, code)).toMatchObject({
    unlinked: [{ connection: "Balcão" }],
  });
  const moved = folder();
  expect(await restored(moved, path, code, { keepSessions: true })).toMatchObject({ unlinked: [] });
  // Phones of the practice network are in no copy.
  const practised = await within(data, (dbs) => {
    const { id } = builders(dbs.open(1)).connection({ name: "Treino", provider: "practice" });
    dbs.open(1).sqlite.run("UPDATE connections SET status = 'CONNECTED' WHERE id = ?", [id]);
    return makeCopy(data, { reason: "hand", version: "0" });
  });
  expect(
    await restored(data, practised.path, code, { force: true, keepSessions: true }),
  ).toMatchObject({ unlinked: [{ connection: "Treino" }] });
}, 60_000);

test("on another machine the recovery code opens it, by command: the plan first, then the box", async () => {
  const { path, code } = await copied();
  const data = folder();
  const run = async (words: string[], stdin = "") => {
    const {
      code: exit,
      out,
      err,
    } = await runBalcao(["restore", path, "--data", data, "--json", "--yes", ...words], { stdin });
    return { exit, err, said: JSON.parse(out.trim().split("\n").at(-1) || "null") as unknown };
  };
  expect(await run([])).toMatchObject({
    exit: 2,
    err: expect.stringContaining("--code-file is needed"),
  });
  expect(await run(["--code-file", "-", "--dry-run"], code)).toMatchObject({
    exit: 0,
    said: { dryRun: true, replaces: false, companies: [{ id: 1 }] },
  });
  expect(existsSync(join(data, "control.sqlite"))).toBe(false);
  expect(await run(["--code-file", "-"], code.toLowerCase().replaceAll("-", " "))).toMatchObject({
    exit: 0,
    said: { path: data },
  });
  expect(await contactsIn(data)).toEqual(["Bia"]);
  const { stop } = await running(data);
  expect(await run(["--code-file", "-", "--force"], code)).toMatchObject({
    exit: 75,
    err: expect.stringContaining("stop it first"),
  });
  await stop();
}, 90_000);

test("a box that goes back to its own first copy keeps its recovery code and opens its older copies", async () => {
  const { data, path, code } = await copied();
  await addContact(data, "Caio");
  const newer = await makeCopy(data, { reason: "hand", version: "0" });
  const run = async (...words: string[]) => {
    const { code: exit, out, err } = await runBalcao([...words, "--data", data, "--json", "--yes"]);
    return { exit, err, said: JSON.parse(out.trim().split("\n").at(-1) || "null") as unknown };
  };
  expect(await run("restore", path, "--force")).toMatchObject({
    exit: 0,
    said: { codeChanged: false },
  });
  expect(await run("backup", "code")).toMatchObject({ said: { code, older: [] } });
  for (const copy of [path, newer.path])
    expect(await run("backup", "verify", copy)).toMatchObject({ exit: 0, said: { sound: true } });
  expect(await run("restore", newer.path, "--dry-run")).toMatchObject({
    exit: 0,
    said: { replaces: true },
  });
  expect(await run("backup", "drill")).toMatchObject({ exit: 0 });
}, 90_000);

test("a box that was restored under another's recovery code says so, and goes on opening its older copies", async () => {
  const [own, other] = [await copied(), await copied()];
  const { data } = own;
  const typed = other.code.toLowerCase().replaceAll("-", " ");
  const run = (words: string[], stdin = "") =>
    runBalcao([...words, "--data", data, "--yes"], { stdin });
  expect(await run(["restore", other.path, "--force"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("no recovery code that is known here opens this copy"),
  });
  expect(await run(["restore", other.path, "--force", "--code-file", "-"], typed)).toMatchObject({
    code: 0,
    out: expect.stringContaining("print a new sheet"),
  });
  expect(JSON.parse((await run(["backup", "code", "--json"])).out)).toEqual({
    code: other.code,
    older: [own.code],
  });
  for (const { path } of [own, other])
    expect(await run(["backup", "verify", path])).toMatchObject({ code: 0 });
  const { rui, stop } = await running(data);
  expect((await rui.get("/backups/safe-mode")).body).toMatchObject({
    safeMode: { restored: { codeChanged: true } },
  });
  expect((await rui.get("/backups")).body).toMatchObject({ sheetAt: null });
  await stop();
  // The older codes of the box are in its copies too.
  const newest = await makeCopy(data, { reason: "hand", version: "0" });
  const elsewhere = folder();
  await restored(elsewhere, newest.path, other.code);
  expect(await runBalcao(["restore", own.path, "--dry-run", "--data", elsewhere])).toMatchObject({
    code: 0,
  });
}, 90_000);

test("a restore that fails, or is cut off anywhere, leaves the box as it was", async () => {
  const { data } = await copied();
  await addContact(data, "Caio");
  const before = readdirSync(data).sort();
  const from = join(data, "from");
  const aside = join(data, "aside");
  const begin = () => {
    for (const name of ["from", "aside"])
      rmSync(join(data, name), { recursive: true, force: true });
    mkdirSync(join(from, "companies"), { recursive: true });
    for (const name of ["control.sqlite", "config.toml", "companies/1.sqlite"])
      writeFileSync(join(from, name), "new");
  };
  // A restore never overwrites an older folder that was put aside.
  begin();
  mkdirSync(aside);
  expect(await swapIn(data, "from", "aside").catch(({ code }: { code: string }) => code)).toBe(
    "EEXIST",
  );
  expect(await contactsIn(data)).toEqual(["Bia", "Caio"]);
  // A power cut after each of the moves.
  for (let done = 0; done < 6; done++) {
    begin();
    mkdirSync(aside);
    writeFileSync(
      join(data, "swap.json"),
      JSON.stringify({
        from: "from",
        aside: "aside",
        had: ["control.sqlite", "companies", "media", "secrets"],
      }),
    );
    const moves = [
      ["control.sqlite", "aside/control.sqlite"],
      ["from/control.sqlite", "control.sqlite"],
      ["companies", "aside/companies"],
      ["from/companies", "companies"],
      ["from/config.toml", "config.toml"],
    ];
    for (const [old, place] of moves.slice(0, done))
      renameSync(join(data, old!), join(data, place!));
    expect(() => openCompanyDbs({ data })).toThrow("restore was cut off");
    await undoSwap(data);
    expect(await contactsIn(data)).toEqual(["Bia", "Caio"]);
    expect(existsSync(join(data, "config.toml"))).toBe(false);
  }
  for (const name of ["from", "aside"]) rmSync(join(data, name), { recursive: true, force: true });
  expect(readdirSync(data).sort()).toEqual(before);
}, 60_000);

test("a box of an older version is copied before its files change", async () => {
  const { data } = await copied();
  await within(data, ({ control }) => {
    // The last migration that only makes tables can be undone, and is then applied again.
    const last = migrationsFor("control").findLast(({ sql }) => !/ALTER|INSERT|UPDATE/.test(sql))!;
    for (const [, table] of last.sql.matchAll(/CREATE TABLE (\w+)/g))
      control.sqlite.run(`DROP TABLE ${table}`);
    control.sqlite.run("DELETE FROM migrations WHERE name = ?", [last.name]);
    control.sqlite.run(`PRAGMA user_version = ${migrationsFor("control").length - 1}`);
  });
  await running(data);
  expect(
    listCopies(copiesIn(data))
      .map(({ reason }) => reason)
      .sort(),
  ).toEqual(["hand", "migration"]);
}, 60_000);

test("a company that nobody has opened since an update is copied once, and not at each start", async () => {
  const { data } = await copied();
  const change = (statement: string) => {
    const company = new Database(join(data, "companies/1.sqlite"));
    company.run(statement);
    company.close();
  };
  const copies = async () => {
    await copyBeforeMigrations(data, "0");
    return listCopies(copiesIn(data)).length;
  };
  expect(await copies()).toBe(1);
  change(`PRAGMA user_version = ${migrationsFor("company").length - 1}`);
  expect([await copies(), await copies()]).toEqual([2, 2]);
  change("UPDATE contacts SET name = 'Bia Lima'");
  expect([await copies(), await copies()]).toEqual([3, 3]);
}, 60_000);
