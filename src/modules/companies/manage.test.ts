import { expect, spyOn } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCompanyDbs } from "../../data-folder.ts";
import { partsOf } from "../../kit/files/tar.ts";
import { addMedia } from "../../kit/db/media.ts";
import { openExistingFile } from "../../kit/db/open-file.ts";
import { password } from "../../testing/password.ts";
import {
  afterwards,
  box,
  day,
  dot,
  emailOf,
  folder,
  minute,
  test,
  until,
  type Box,
} from "../../testing/world.ts";
import { openCompany } from "../setup/new-company.ts";
import { keepFolder, listDeleted, removeOldDeleted } from "./deleted-companies.ts";
import { graceDays, setGraceDays } from "./standing.ts";

/** Rui owns the box. */
async function owned() {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  return { ...shop, rui: shop.as("rui") };
}

const mercearia = {
  name: "Mercearia Sol",
  email: "sol@mercearia.com.br",
  phone: "(11) 98888-0001",
  document: "12.ABC.345/01DE-35",
  planId: 1,
  dueDate: "2026-12-10",
  recurrence: "TRIMESTRAL",
  password,
};

const login = (shop: Box, email: string, secret = password) =>
  shop.stranger.post<{ token: string; user: { companyId: number; profile: string } }>(
    "/auth/login",
    { email, password: secret },
  );

test("the owner of the box makes a company with its first admin, who signs in and works", async () => {
  const shop = await owned();
  const listener = await shop.listener(shop.rui);
  await listener.ready();
  const made = await shop.rui.post("/companies", { ...mercearia, userName: "" });
  expect(made).toMatchObject({
    status: 201,
    body: {
      id: 3,
      name: "Mercearia Sol",
      phone: "5511988880001",
      document: "12ABC34501DE35",
      status: true,
      campaignsEnabled: true,
      dueDate: "2026-12-10",
      recurrence: "TRIMESTRAL",
      plan: { id: 1 },
      usage: { users: 1, connections: 0, queues: 0, campaigns: 0, schedules: 0 },
      hasToken: false,
    },
  });
  await listener.receives(({ event, action }) => event === "companies" && action === "create");
  expect(await login(shop, mercearia.email)).toMatchObject({
    status: 200,
    body: { user: { companyId: 3, profile: "admin", name: "Mercearia Sol" } },
  });
  expect(await shop.rui.get("/companies/all/1?searchParam=sol")).toMatchObject({
    body: {
      companies: [{ id: 3, name: "Mercearia Sol", plan: { name: "Completo" } }],
      hasMore: false,
      count: 1,
    },
  });

  const other = { ...mercearia, name: "Outra", email: "outra@mercearia.com.br" };
  const refused = [
    [{ name: mercearia.name }, 409, "ERR_COMPANY_NAME_ALREADY_EXISTS", { name: "taken" }],
    [{ email: mercearia.email }, 409, "ERR_EMAIL_TAKEN", { email: "taken" }],
    [{ document: "12ABC34501DE36" }, 422, "ERR_VALIDATION", { document: "invalid" }],
    [{ planId: 77 }, 422, "ERR_VALIDATION", { planId: "invalid" }],
    [{ dueDate: "2026-02-30" }, 422, "ERR_VALIDATION", { dueDate: "invalid" }],
    [{ dueDate: "1969-12-31" }, 422, "ERR_VALIDATION", { dueDate: "invalid" }],
    [{ recurrence: "SEMANAL" }, 422, "ERR_VALIDATION", { recurrence: "invalid" }],
    [{ password: "curta" }, 422, "ERR_VALIDATION", { password: "too_short" }],
  ] as const;
  for (const [wrong, status, error, fields] of refused)
    expect([wrong, await shop.rui.post("/companies", { ...other, ...wrong })]).toMatchObject([
      wrong,
      { status, body: { error, fields } },
    ]);
  for (const [given, stored] of [
    ["", "2999-12-31"],
    ["Invalid date", "2999-12-31"],
    [null, "2999-12-31"],
    ["2999-12-31", "2999-12-31"],
    ["1970-01-01", "1970-01-01"],
    ["2099-12-31", "2099-12-31"],
  ])
    expect(await shop.rui.put("/companies/3", { dueDate: given })).toMatchObject({
      status: 200,
      body: { dueDate: stored },
    });
  expect(
    (await shop.rui.get<{ records: object[] }>("/audit?action=companyCreated")).body.records,
  ).toMatchObject([{ userName: "Rui", subject: "company 3 Mercearia Sol" }]);
});

test("of two owners' windows the second is told that the first has changed the company", async () => {
  const shop = await owned();
  const { body: read } = await shop.rui.get<{ updatedAt: string }>("/companies/2");
  shop.clock.pass(1000);
  expect(
    await shop.rui.put("/companies/2", { name: "Quitanda Nova", updatedAt: read.updatedAt }),
  ).toMatchObject({ status: 200 });
  expect(
    await shop.rui.put("/companies/2", { name: "Quitanda Velha", updatedAt: read.updatedAt }),
  ).toMatchObject({ status: 409, body: { error: "ERR_CHANGED" } });
  expect(await shop.rui.get("/companies/2")).toMatchObject({ body: { name: "Quitanda Nova" } });
});

test("a due date is moved by hand, and days of grace are the owner's to give", async () => {
  const shop = await owned();
  await shop.rui.put("/companies/2", { dueDate: "2026-11-30", recurrence: "BIMESTRAL" });
  expect(await shop.rui.get("/companies/2/due")).toMatchObject({
    status: 200,
    body: { dueDate: "2027-01-30" },
  });
  // Two equal requests move the date once.
  for (const body of [undefined, undefined, { dueDate: "2026-11-30" }])
    expect(await shop.rui.post("/companies/2/due", body)).toMatchObject({
      status: 200,
      body: { dueDate: "2027-01-30" },
    });
  await shop.rui.put("/companies/2", { status: false, billingCity: "Santos" });
  const details = (
    await shop.rui.get<{ records: { details: object }[] }>("/audit?action=companyChanged")
  ).body.records.map(({ details }) => details);
  expect(details).toEqual([
    { status: "blocked", fields: ["billingCity"] },
    { dueDate: { from: "2026-11-30", to: "2027-01-30" } },
    { dueDate: { from: null, to: "2026-11-30" }, recurrence: { from: "MENSAL", to: "BIMESTRAL" } },
  ]);
  expect(await shop.rui.post("/companies/2/due", { dueDate: "2027-01-30" })).toMatchObject({
    body: { dueDate: "2027-03-30" },
  });
  shop.clock.pass(59_999);
  expect(await shop.rui.post("/companies/2/due")).toMatchObject({
    body: { dueDate: "2027-03-30" },
  });
  shop.clock.pass(1);
  expect(await shop.rui.post("/companies/2/due")).toMatchObject({
    body: { dueDate: "2027-05-30" },
  });
  expect(await shop.rui.post("/companies/2/due", { dueDate: "ontem" })).toMatchObject({
    status: 422,
    body: { fields: { dueDate: "invalid" } },
  });
  expect(await shop.rui.put("/companies/grace", { days: 5 })).toMatchObject({
    status: 200,
    body: { days: 5 },
  });
  expect(await shop.rui.get("/companies/grace")).toMatchObject({ body: { days: 5 } });
  for (const days of [-1, 61, 1.5, "três"])
    expect(await shop.rui.put("/companies/grace", { days })).toMatchObject({ status: 422 });
  shop.control.write((tx) => setGraceDays(tx, 0));
  expect(graceDays(shop.control)).toBe(0);
});

test("a blocked company's people are out at once and its connections stop, until it is let in again", async () => {
  const shop = await owned();
  const bia = shop.as("rui", 2);
  const listener = await shop.listener(bia);
  await shop.phone(1, 2);
  await listener.ready();
  expect(await shop.rui.put("/companies/2", { status: false })).toMatchObject({
    status: 200,
    body: { status: false },
  });
  expect(await listener.closed).toBe(4401);
  expect(await bia.get("/auth/me")).toMatchObject({ status: 401 });
  expect(shop.connectionManager.channel(2, 1)).toBeUndefined();
  expect(await login(shop, emailOf("rui", 2))).toMatchObject({
    status: 403,
    body: { error: "ERR_COMPANY_BLOCKED" },
  });
  expect(await shop.rui.put("/companies/2", { status: true })).toMatchObject({
    body: { status: true },
  });
  expect(await login(shop, emailOf("rui", 2))).toMatchObject({ status: 200 });
  expect(shop.connectionManager.channel(2, 1)).toBeDefined();
  for (const refused of [
    await shop.rui.put("/companies/1", { status: false }),
    await shop.rui.call("DELETE", "/companies/1", { name: "Padaria Pão Quente" }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { error: "ERR_OWNERS_COMPANY" } });
});

/**
 * Rui's box, where the other company's file is unreadable: only the file itself is left to store.
 */
async function unreadable() {
  const shop = await owned();
  spyOn(shop.dbs, "shutCompanies").mockReturnValue([{ company: 2, why: "damaged", since: 0 }]);
  return shop;
}

test("a company is deleted only by its name, with its sessions, and its name is free again", async () => {
  const shop = await unreadable();
  const { name } = shop.dbs.open(2).about();
  const theirs = await shop.listener(shop.as("rui", 2));
  await theirs.ready();
  expect(await shop.rui.call("DELETE", "/companies/2", { name: "quitanda" })).toMatchObject({
    status: 422,
    body: { fields: { name: "invalid" } },
  });
  expect(await shop.rui.call("DELETE", "/companies/2", { name })).toMatchObject({
    status: 200,
    body: { kept: expect.stringMatching(/^deleted\/2-/) },
  });
  expect(await theirs.closed).toBe(4401);
  expect(await shop.rui.get("/companies/2")).toMatchObject({ status: 404 });
  expect(
    shop.control.sqlite.query("SELECT count(*) AS left FROM identities WHERE companyId = 2").get(),
  ).toEqual({ left: 0 });
  expect(await shop.rui.post("/companies", { ...mercearia, name })).toMatchObject({
    status: 201,
    body: { id: 3 },
  });
  expect(
    (await shop.rui.get<{ records: object[] }>("/audit?action=companyDeleted")).body.records,
  ).toMatchObject([{ subject: `company 2 ${name}` }]);
});

test("what a deleted company had stays whole in the data folder", async () => {
  const data = folder();
  const dbs = openCompanyDbs({ data });
  dbs.control.sqlite.run(
    "INSERT INTO plans (name, createdAt, updatedAt) VALUES ('Completo', 0, 0)",
  );
  const { id } = await openCompany(dbs, { ...mercearia, recurrence: "MENSAL", document: null });
  const db = dbs.open(id);
  const stored = await db.files.keep(dot, "broa.png");
  db.write((tx) => void addMedia(tx, stored, db.now()));
  const taken = join(data, keepFolder(dbs, { id, name: mercearia.name }));
  expect([
    existsSync(join(data, "companies", `${id}.sqlite`)),
    existsSync(join(data, "media", String(id))),
  ]).toEqual([false, false]);
  const copy = openExistingFile(join(taken, "company.sqlite"), "company");
  expect(copy.query("SELECT name FROM media").all()).toEqual([{ name: "broa.png" }]);
  expect(copy.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(existsSync(join(taken, "media", stored.sha256.slice(0, 2), stored.sha256))).toBe(true);
  copy.close();
  dbs.closeAll();
});

test("a deleted company is downloaded by the owner alone, whole and audited, until its time is over", async () => {
  const shop = await unreadable();
  const { name } = shop.dbs.open(2).about();
  const media = join(shop.home, "media", "2", "ab");
  mkdirSync(media, { recursive: true });
  writeFileSync(join(media, "abc"), dot);
  mkdirSync(join(shop.home, "deleted", "9-20260101T000000"), { recursive: true });
  const {
    body: { kept: path },
  } = await shop.rui.call<{ kept: string }>("DELETE", "/companies/2", { name });
  const folder = path.replace("deleted/", "");
  expect((await shop.rui.get("/companies/deleted")).body as object).toEqual([
    {
      id: 2,
      name,
      kept: path,
      size: null,
      deletedAt: "2026-11-20T12:00:00.000Z",
      removedAt: "2026-12-20T12:00:00.000Z",
    },
  ]);
  for (const unknown of ["9-20260101T000000", "..", "%2e%2e%2fsecrets"])
    expect((await shop.rui.get(`/companies/deleted/${unknown}`)).status).toBe(404);
  for (const path of ["/companies/deleted", `/companies/deleted/${folder}`])
    expect((await shop.as("ana").get(path)).status).toBe(403);

  const answer = await fetch(`${shop.url}/api/companies/deleted/${folder}`, {
    headers: { authorization: `Bearer ${await shop.rui.token}` },
  });
  expect(answer.headers.get("content-disposition")).toContain(encodeURIComponent(`${name}.tar`));
  const parts = await Array.fromAsync(partsOf(await answer.blob()), async (part) => [
    part.name,
    (await part.content.bytes()).length,
  ]);
  expect(parts).toEqual([
    ["company.json", expect.any(Number)],
    ["media/ab/abc", dot.length],
  ]);
  expect(
    (await shop.rui.get<{ records: object[] }>("/audit?action=companyDownloaded")).body.records,
  ).toMatchObject([{ subject: `company 2 ${name}` }]);

  shop.clock.pass(30 * day - minute);
  await removeOldDeleted(shop.dbs);
  expect(existsSync(join(shop.home, path))).toBe(true);
  shop.clock.pass(2 * minute);
  await removeOldDeleted(shop.dbs);
  expect([
    existsSync(join(shop.home, path)),
    existsSync(join(shop.home, "deleted", "9-20260101T000000")),
  ]).toEqual([false, true]);
  expect(listDeleted(shop.dbs)).toEqual([]);
});

test("a company is gone only once who was writing there has an answer", async () => {
  const shop = await unreadable();
  const { name } = shop.dbs.open(2).about();
  const hashing = Promise.withResolvers<string>();
  const hash = spyOn(Bun.password, "hash").mockImplementation(() => hashing.promise);
  afterwards(() => void hash.mockRestore());
  const order: [string, number][] = [];
  const note =
    (what: string) =>
    ({ status }: { status: number }) =>
      void order.push([what, status]);
  const written = shop
    .as("rui", 2)
    .post("/users", { name: "Bia", email: "bia@quitanda.com.br", password, profile: "user" })
    .then(note("written"));
  await until(() => hash.mock.calls.length > 0);
  const deleted = shop.rui.call("DELETE", "/companies/2", { name }).then(note("deleted"));
  await until(async () => !(await shop.rui.get<{ status: boolean }>("/companies/2")).body.status);
  expect(shop.dbs.isHeld(2)).toBe(true);
  hashing.resolve("x");
  await Promise.all([written, deleted]);
  expect(order).toEqual([
    ["written", 201],
    ["deleted", 200],
  ]);
});

test("what a box moved away of a company before it was killed is listed, and goes in its time", async () => {
  const shop = await unreadable();
  const { name } = shop.dbs.open(2).about();
  const takeAway = shop.dbs.takeAway.bind(shop.dbs);
  spyOn(shop.dbs, "takeAway").mockImplementation((...which) => {
    takeAway(...which);
    throw new Error("killed");
  });
  expect(await shop.rui.call("DELETE", "/companies/2", { name })).toMatchObject({ status: 500 });
  const [left, ...others] = listDeleted(shop.dbs);
  expect([left, others]).toMatchObject([{ id: 2, name }, []]);
  shop.clock.pass(31 * day);
  await removeOldDeleted(shop.dbs);
  expect(existsSync(join(shop.home, left!.kept))).toBe(false);
});

test("a label whose file never came, since the box was killed, goes with the next look", async () => {
  const shop = await unreadable();
  const folder = join(shop.home, "deleted");
  mkdirSync(join(folder, "8-20260101T000000"), { recursive: true });
  for (const name of [
    "6-20260101T000000.balcao",
    "6-20260101T000000.balcao.json",
    "7-20260101T000000.balcao.json",
    "9-20260101T000000.balcao.json.part",
    "8-20260101T000000/company.json.part",
  ]) {
    writeFileSync(
      join(folder, name),
      JSON.stringify({ id: 6, name: "Quitanda", deletedAt: shop.clock.now() }),
    );
  }
  await removeOldDeleted(shop.dbs);
  expect(readdirSync(folder).toSorted()).toEqual([
    "6-20260101T000000.balcao",
    "6-20260101T000000.balcao.json",
  ]);
});

test("plans are the owner's: one in use stays, and a lower limit names who is beyond it", async () => {
  const shop = await owned();
  const made = await shop.rui.post<{ id: number }>("/plans", {
    name: "Pequeno",
    value: "49.90",
    users: 2,
    connections: 1,
    queues: 1,
    useCampaigns: false,
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: "Pequeno",
      value: "49.90",
      users: 2,
      useCampaigns: false,
      useSales: true,
      companies: 0,
    },
  });
  expect(await shop.rui.post("/plans", { name: "Pequeno" })).toMatchObject({
    status: 409,
    body: { fields: { name: "taken" } },
  });
  expect(await shop.stranger.get("/plans/list")).toMatchObject({
    status: 200,
    body: [{ name: "Completo" }, { name: "Pequeno", value: "49.90" }],
  });
  expect(await shop.rui.put(`/companies/2`, { planId: made.body.id })).toMatchObject({
    status: 200,
  });
  expect(await shop.as("rui", 2).get("/companies/listPlan/2")).toMatchObject({
    body: { plan: { name: "Pequeno", useCampaigns: false } },
  });
  expect(await shop.as("rui", 2).get("/campaigns")).toMatchObject({ status: 403 });
  expect(await shop.rui.call("DELETE", `/plans/${made.body.id}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_PLAN_IN_USE", details: { count: 1 } },
  });
  const lowered = await shop.rui.put<{ beyond: object[] }>(`/plans/${made.body.id}`, { users: 1 });
  expect(lowered.body.beyond).toEqual([
    { company: expect.stringContaining("Quitanda"), what: "users", limit: 1, used: 4 },
  ]);
  expect((await shop.as("rui", 2).get<{ users: object[] }>("/users")).body.users).toHaveLength(4);
  expect(await shop.rui.put(`/companies/2`, { planId: 1, campaignsEnabled: false })).toMatchObject({
    status: 200,
  });
  // The company's own switch counts besides the plan's.
  expect(await shop.as("rui", 2).get("/campaigns")).toMatchObject({ status: 403 });
  await shop.rui.put(`/plans/${made.body.id}`, {
    name: "Mínimo",
    value: "59.90",
    useCampaigns: true,
  });
  expect(await shop.rui.call("DELETE", `/plans/${made.body.id}`)).toMatchObject({ status: 200 });
  const noted = (
    await shop.rui.get<{
      records: { action: string; subject: string; details: object; userName: string }[];
    }>("/audit")
  ).body.records.filter(({ subject }) => subject.startsWith("plan "));
  expect(
    noted.map(({ action, subject, details, userName }) => [action, subject, details, userName]),
  ).toEqual([
    ["planDeleted", `plan ${made.body.id} Mínimo`, {}, "Rui"],
    [
      "planChanged",
      `plan ${made.body.id} Pequeno`,
      { value: { from: "49.90", to: "59.90" }, fields: ["name", "modules"] },
      "Rui",
    ],
    ["planChanged", `plan ${made.body.id} Pequeno`, { fields: ["limits"] }, "Rui"],
    ["planCreated", `plan ${made.body.id} Pequeno`, {}, "Rui"],
  ]);
});
