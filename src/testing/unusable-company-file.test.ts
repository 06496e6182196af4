import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
  closeSync,
} from "node:fs";
import { join } from "node:path";
import { readEnv } from "../env.ts";
import { emptyLog } from "../kit/db/checkpoint.ts";
import { addMedia } from "../kit/db/media.ts";
import { openFile } from "../kit/db/open-file.ts";
import { create } from "../modules/companies/companies.ts";
import * as identities from "../modules/identities/identities.ts";
import { hash } from "../modules/identities/passwords.ts";
import { markLinked } from "../modules/companies/companies.ts";
import { claim } from "../modules/setup/setup.ts";
import { insertUser } from "../modules/users/users.ts";
import { openCompanyDbs } from "../data-folder.ts";
import { sweepFiles } from "../jobs/housekeeping.ts";
import { serve } from "../serve.ts";
import { makeCopy } from "../modules/backups/copy.ts";
import { partOf } from "../modules/backups/snapshot.ts";
import { runBalcao } from "./running.ts";
import { afterwards, builders, caller, day, dot, folder, test } from "./world.ts";

const person = (name: string) => ({ name, email: `${name}@shop.com.br`, password: "pao-quente-1" });
const [rui, bia] = [person("rui"), person("bia")];

/**
 * A box with two companies: Rui's, who owns the box, and Bia's, which has a picture from last week.
 */
async function furnished() {
  const data = folder();
  const dbs = openCompanyDbs({ data });
  const { control } = dbs;
  await claim(dbs, rui);
  const passwordHash = await hash(bia.password);
  control.write((controlTx) => {
    const { id } = create(controlTx, "Quitanda", control.now());
    const user = dbs
      .create(id)
      .write((tx) =>
        insertUser(tx, { ...bia, profile: "admin", allTicket: true, queueIds: [] }, control.now()),
      );
    identities.create(
      controlTx,
      { email: bia.email, passwordHash, companyId: id, userId: user.id },
      control.now(),
    );
  });
  const db = dbs.open(2);
  const stored = await db.files.keep(dot, "broa.png");
  db.write((tx) => void addMedia(tx, stored, db.now()));
  db.files.release(stored.sha256);
  const picture = db.files.path(stored.sha256);
  utimesSync(picture, new Date(), new Date(Date.now() - 7 * day));
  markLinked(control, 2);
  dbs.closeAll();
  control.sqlite.close();
  const file = join(data, "companies/2.sqlite");
  copyFileSync(file, join(data, "backup"));
  return { data, file, picture, putBack: () => copyFileSync(join(data, "backup"), file) };
}

/** The box in this process, and what it logs. */
async function running(data: string) {
  const lines: { event: string }[] = [];
  const { write } = process.stdout;
  process.stdout.write = (text: string | Uint8Array) =>
    lines.push(
      ...String(text)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { event: string }),
    ) > 0;
  afterwards(() => void (process.stdout.write = write));
  const box = await serve({
    ...readEnv({ data, host: "127.0.0.1", port: "0" }, {}),
    logLevel: "error",
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= box.stop());
  afterwards(stop);
  const login = ({ email, password }: typeof rui) =>
    caller(box.url).post<{ token: string }>("/auth/login", { email, password });
  const { token } = (await login(rui)).body;
  return {
    ...box,
    stop,
    said: (event: string) => lines.filter((line) => line.event === event),
    login,
    rui: caller(box.url, token),
    token,
  };
}

const size = 4096;

/**
 * Closing a database writes its log into it. That happens at the garbage collection of the last
 * statement, at any time.
 */
const forgetLog = (file: string) =>
  ["-wal", "-shm"].forEach((end) => rmSync(file + end, { force: true }));

function scribble(file: string, from: number, length: number) {
  const handle = openSync(file, "r+");
  writeSync(handle, new Uint8Array(length).fill(0x5a), 0, length, from);
  closeSync(handle);
}

function pageOf(file: string, table: string): number {
  const sqlite = new Database(file);
  const { rootpage } = sqlite
    .query("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .get(table) as { rootpage: number };
  emptyLog(sqlite);
  sqlite.close();
  return rootpage;
}

/** The faults of a file, and the reason that the box gives for each. */
const troubles: [why: string, (file: string) => void][] = [
  ["missing", (file) => rmSync(file)],
  ["empty", (file) => truncateSync(file, 0)],
  ["empty", (file) => (rmSync(file), new Database(file).run("CREATE TABLE t (x)"))],
  ["damaged", (file) => writeFileSync(file, "isto não é um banco de dados ".repeat(500))],
  ["damaged", (file) => truncateSync(file, 5 * size)],
];

test("a company whose file is missing, empty or damaged is closed alone, and opens again with its file", async () => {
  const { data, file, picture, putBack } = await furnished();
  const box = await running(data);
  const { token } = (await box.login(bia)).body;
  for (const [index, [why, happens]] of troubles.entries()) {
    box.dbs.closeIdle(0);
    forgetLog(file);
    happens(file);
    const left = existsSync(file) ? readFileSync(file) : undefined;

    for (const refused of [
      await box.login(bia),
      await caller(box.url, token).get("/tickets"),
      await caller(box.url, token).get("/auth/me"),
    ]) {
      expect([why, refused]).toMatchObject([
        why,
        { status: 503, body: { error: "ERR_COMPANY_UNAVAILABLE" } },
      ]);
    }
    expect(await box.login({ ...bia, password: "errada-errada" })).toMatchObject({ status: 401 });
    expect(await box.rui.get("/tickets")).toMatchObject({ status: 200 });
    expect(await box.rui.get("/companies/shut")).toMatchObject({
      status: 200,
      body: [{ id: 2, name: "Quitanda", file: "companies/2.sqlite", why }],
    });
    await sweepFiles(box.dbs);
    box.dbs.reopenRestored();
    expect(existsSync(file) ? readFileSync(file) : undefined).toEqual(left);
    expect(existsSync(picture)).toBe(true);
    expect(box.said("companyShut")).toHaveLength(index + 1);

    rmSync(file, { force: true });
    putBack();
    box.dbs.reopenRestored();
    expect(await box.rui.get("/companies/shut")).toMatchObject({ status: 200, body: [] });
    expect(await caller(box.url, token).get("/tickets")).toMatchObject({ status: 200 });
  }
  expect(await caller(box.url, token).get("/companies/shut")).toMatchObject({ status: 403 });
  expect(box.said("mistake")).toEqual([]);
}, 60_000);

test("damage found while running closes the company too, and none of its media are deleted", async () => {
  const { data, file, picture } = await furnished();
  const box = await running(data);
  const { token } = (await box.login(bia)).body;
  const pages = ["tickets", "media"].map((table) => (box.dbs.closeIdle(0), pageOf(file, table)));
  box.dbs.closeIdle(0);
  forgetLog(file);
  for (const page of pages) scribble(file, (page - 1) * size, size);
  await sweepFiles(box.dbs);
  expect(await caller(box.url, token).get("/auth/me")).toMatchObject({ status: 200 });
  await sweepFiles(box.dbs);
  expect(existsSync(picture)).toBe(true);
  expect(await caller(box.url, token).get("/tickets")).toMatchObject({
    status: 503,
    body: { error: "ERR_COMPANY_UNAVAILABLE" },
  });
  box.dbs.reopenRestored();
  expect(await box.rui.get("/companies/shut")).toMatchObject({ body: [{ id: 2, why: "damaged" }] });
  expect(await caller(box.url, token).get("/auth/me")).toMatchObject({ status: 503 });
  expect(box.said("companyShut")).toHaveLength(1);
}, 30_000);

test("the box starts without it, and the owner is told which file it is", async () => {
  const { data, file } = await furnished();
  rmSync(file);
  const box = await running(data);
  expect([box.said("companyShut").length, existsSync(file)]).toEqual([1, false]);
  expect(await box.rui.get("/companies/shut")).toMatchObject({ body: [{ id: 2, why: "missing" }] });
  await box.stop();

  rmSync(join(data, "companies/1.sqlite"));
  const again = await serve({
    ...readEnv({ data, host: "127.0.0.1", port: "0" }, {}),
    logLevel: "error",
  });
  afterwards(() => again.stop());
  for (const refused of [
    await caller(again.url).post("/auth/login", { email: rui.email, password: rui.password }),
    await caller(again.url, box.token).get("/auth/me"),
  ]) {
    expect(refused).toMatchObject({
      status: 503,
      body: { error: "ERR_COMPANY_FILE", details: { file: "companies/1.sqlite" } },
    });
  }
}, 30_000);

test("a company whose creation was cut short is completed", async () => {
  const row = openCompanyDbs({ data: folder() });
  row.control.write((tx) => void create(tx, "Meia", row.control.now()));
  expect(await claim(row, rui)).toMatchObject({ companyId: 1, userId: 1 });
  expect(row.open(1).sqlite.query("SELECT name FROM users").all()).toEqual([{ name: "rui" }]);

  const data = folder();
  openCompanyDbs({ data });
  writeFileSync(join(data, "companies/1.sqlite"), "");
  const file = openCompanyDbs({ data });
  expect(await claim(file, rui)).toMatchObject({ companyId: 1, userId: 1 });
  for (const dbs of [row, file]) dbs.closeAll();
});

test("a missing control file is not created again beside companies' files", () => {
  const data = folder();
  mkdirSync(join(data, "companies"), { recursive: true });
  openFile(join(data, "companies/1.sqlite"), "company").close();
  const before = statSync(join(data, "companies/1.sqlite")).size;
  for (const lost of [() => {}, () => writeFileSync(join(data, "control.sqlite"), "")]) {
    lost();
    expect(() => openCompanyDbs({ data })).toThrow("put it back from a backup");
  }
  expect(statSync(join(data, "companies/1.sqlite")).size).toBe(before);
});

/**
 * Bia's shop with a message, a copy of the box, and another message afterwards. The test then
 * damages the file.
 */
async function damagedAfterCopy() {
  const shop = await furnished();
  const write = (body: string) => {
    const dbs = openCompanyDbs({ data: shop.data });
    const make = builders(dbs.open(2));
    const contact = make.contact({ name: "Caio", number: `55119888800${body.length}` });
    const whatsappId = make.connection({ name: `Linha ${body.length}`, provider: "practice" }).id;
    make.message({
      ticketId: make.ticket({ contactId: contact.id, whatsappId, queueId: null }).id,
      body,
      whatsappId,
    });
    dbs.closeAll();
    dbs.control.sqlite.close();
    Bun.gc(true);
  };
  write("Oi");
  const { path, manifest } = await makeCopy(shop.data, { reason: "schedule", version: "0" });
  write("Bom dia");
  const dbs = openCompanyDbs({ data: shop.data });
  const { control } = dbs;
  // Lia joined after the copy.
  const passwordHash = await hash(bia.password);
  control.write((tx) =>
    identities.create(
      tx,
      { email: "lia@shop.com.br", passwordHash, companyId: 2, userId: 7 },
      control.now(),
    ),
  );
  control.sqlite.close();
  Bun.gc(true);
  forgetLog(shop.file);
  truncateSync(shop.file, 5 * size);
  return { ...shop, path, manifest, damaged: readFileSync(shop.file) };
}

const bodiesIn = (file: string) => {
  const sqlite = new Database(file, { readonly: true });
  try {
    return sqlite
      .query<{ body: string }, []>("SELECT body FROM messages ORDER BY id")
      .all()
      .map(({ body }) => body);
  } finally {
    sqlite.close();
  }
};

test("the owner brings a damaged company back from its newest good copy, and what was there stays aside", async () => {
  const { data, file, path, manifest, damaged, picture } = await damagedAfterCopy();
  const box = await running(data);
  expect(await box.login(bia)).toMatchObject({ status: 503 });
  const [shut] = (await box.rui.get<{ id: number; copies: object[] }[]>("/companies/shut")).body;
  expect(shut).toMatchObject({
    id: 2,
    why: "damaged",
    copies: [{ name: manifest.name, messages: 1 }],
  });
  expect(await box.rui.post("/companies/1/bring-back", { copy: manifest.name })).toMatchObject({
    status: 409,
    body: { error: "ERR_COMPANY_SOUND" },
  });
  expect(
    await box.rui.post("/companies/2/bring-back", { copy: "2020-01-01T000000000Z" }),
  ).toMatchObject({ status: 500 });

  // The command refuses a damaged copy, and nothing changes.
  const good = readFileSync(join(path, "company-2.sqlite"));
  scribble(join(path, "company-2.sqlite"), 9000, 10);
  expect(await box.rui.post("/companies/2/bring-back", { copy: manifest.name })).toMatchObject({
    status: 409,
    body: { error: "ERR_COPY_DAMAGED" },
  });
  expect(readFileSync(file)).toEqual(damaged);

  // It also refuses a copy that a writer of its folder changed, with the hash beside it.
  writeFileSync(join(path, "company-2.sqlite"), good);
  const sqlite = new Database(join(path, "company-2.sqlite"));
  sqlite.run("UPDATE users SET name = 'Mallory'");
  sqlite.close();
  const part = await partOf(join(path, "company-2.sqlite"));
  writeFileSync(
    join(path, "manifest.json"),
    JSON.stringify({
      ...manifest,
      companies: manifest.companies.map((company) =>
        company.id === 2 ? { ...company, ...part } : company,
      ),
    }),
  );
  expect(await box.rui.post("/companies/2/bring-back", { copy: manifest.name })).toMatchObject({
    status: 409,
    body: { error: "ERR_COPY_DAMAGED" },
  });
  expect(readFileSync(file)).toEqual(damaged);
  writeFileSync(join(path, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(path, "company-2.sqlite"), good);

  const done = await box.rui.post<{ aside: string }>("/companies/2/bring-back", {
    copy: manifest.name,
  });
  expect(done).toMatchObject({
    status: 200,
    body: {
      company: 2,
      name: manifest.name,
      messages: 1,
      unlinked: [],
      withoutSignIn: ["lia@shop.com.br"],
    },
  });
  expect(await box.rui.get("/companies/shut")).toMatchObject({ body: [] });
  expect(await box.login(bia)).toMatchObject({ status: 200 });
  expect(await box.login({ ...bia, email: "lia@shop.com.br" })).toMatchObject({ status: 401 });
  expect([bodiesIn(file), existsSync(picture)]).toEqual([["Oi"], true]);
  expect(readFileSync(join(data, done.body.aside, "companies/2.sqlite"))).toEqual(damaged);
  expect(JSON.stringify((await box.rui.get("/audit")).body)).toContain("companyBroughtBack");
}, 60_000);

test("doctor names the copy, and the command brings the company back beside the others", async () => {
  const { data, file, manifest } = await damagedAfterCopy();
  const run = async (...words: string[]) => {
    const { code, out, err } = await runBalcao(
      [...words, "--data", data, "--json", "--yes"].filter(
        (word) => words[0] !== "doctor" || word !== "--yes",
      ),
    );
    return {
      code,
      err,
      said: JSON.parse(out.trim().split("\n").at(-1) || "null") as {
        findings: { check: string; value: string }[];
      },
    };
  };
  const { said } = await run("doctor");
  expect(said.findings.find(({ check }) => check === "companies")).toMatchObject({
    state: "fail",
    value: `2 ← ${manifest.name}`,
  });
  expect(await run("restore", "--company", "3")).toMatchObject({
    code: 1,
    err: expect.stringContaining("no good copy holds company 3"),
  });
  expect(await run("restore", "--company", "1")).toMatchObject({
    code: 1,
    err: expect.stringContaining("is good"),
  });
  expect(await run("restore", "--company", "2", "--dry-run")).toMatchObject({
    code: 0,
    said: { copy: manifest.name },
  });
  const box = await running(data);
  expect(await run("restore", "--company", "2")).toMatchObject({
    code: 75,
    err: expect.stringContaining("stop it first"),
  });
  expect(await run("restore", "--company", "2", "--beside")).toMatchObject({
    code: 0,
    said: { company: 2, messages: 1 },
  });
  box.dbs.reopenRestored();
  expect(await box.login(bia)).toMatchObject({ status: 200 });
  expect(bodiesIn(file)).toEqual(["Oi"]);
}, 60_000);
