import { expect, spyOn } from "bun:test";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { openCompanyDbs } from "../../data-folder.ts";
import { readEnv } from "../../env.ts";
import { serve } from "../../serve.ts";
import { afterwards, builders, caller, folder, test, until } from "../../testing/world.ts";
import type { Wire } from "../../shared/wire.ts";
import type { DeletedCompany } from "../companies/table.ts";
import { openCompany } from "../setup/new-company.ts";
import { claim } from "../setup/setup.ts";
import type { CompanyFilesState, Imported, ImportPlan } from "./table.ts";

const password = "pao-quente-1";
const caio = { name: "Quitanda", email: "caio@quitanda.com.br", password };

/** An owner's box in this process. `withShop`: it has Caio's shop, with a customer who wrote. */
async function running(owner: string, withShop = false) {
  const data = folder();
  const email = `${owner.toLowerCase()}@dona.com.br`;
  const dbs = openCompanyDbs({ data });
  await claim(dbs, { name: owner, email, password });
  if (withShop) {
    const { id } = await openCompany(dbs, { ...caio, planId: 1, dueDate: null });
    const make = builders(dbs.open(id));
    const contact = make.contact({ name: "Bia", number: "5511988880001" });
    const whatsappId = make.connection({
      name: "Balcão",
      provider: "practice",
      isDefault: true,
    }).id;
    make.message({
      ticketId: make.ticket({ contactId: contact.id, whatsappId, queueId: null }).id,
      body: "Oi",
      whatsappId,
    });
  }
  dbs.closeAll();
  dbs.control.sqlite.close();
  const box = await serve({
    ...readEnv({ data, host: "127.0.0.1", port: "0" }, {}),
    logLevel: "error",
  });
  afterwards(() => box.stop());
  const login = (who: { email: string; password: string }) =>
    caller(box.url).post<{ token: string }>("/auth/login", { email: who.email, password });
  const { token } = (await login({ email, password })).body;
  const call = caller(box.url, token);
  const state = async () => (await call.get<CompanyFilesState>("/company-files")).body;
  const made = async (moves = false) => {
    const answer = await call.post<{ code: string }>("/company-files/2/export", {
      password,
      moves,
    });
    expect(answer.status).toBe(202);
    const { files, failed } = await until(async () => {
      const now = await state();
      return now.work === null && (now.files.length > 0 || now.failed) && now;
    }, 30_000);
    expect(failed).toBeNull();
    const bytes = await (
      await fetch(`${box.url}/api/company-files/2`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).bytes();
    expect(bytes.byteLength).toBe(files[0]!.size);
    return { code: answer.body.code, bytes };
  };
  const sent = async (bytes: Uint8Array, piece = 40_000) => {
    const { upload } = (
      await call.post<{ upload: string }>("/company-files/uploads", { size: bytes.byteLength })
    ).body;
    for (let at = 0; at < bytes.byteLength; at += piece) {
      const form = new FormData();
      form.set("at", String(at));
      form.set("file", new File([new Uint8Array(bytes.slice(at, at + piece))], "piece"));
      const answer = await fetch(`${box.url}/api/company-files/uploads/${upload}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      expect(answer.status).toBe(200);
    }
    return `/company-files/uploads/${upload}`;
  };
  return { data, box, call, login, state, made, sent, token };
}

test("the owner takes a company's file in one box and makes a company of it in another, plan first", async () => {
  const [from, there] = [await running("Rui", true), await running("Lia")];
  expect(await from.call.post("/company-files/2/export", { password: "errada" })).toMatchObject({
    status: 422,
    body: { fields: { password: "wrong" } },
  });
  expect(await from.call.get("/company-files/2")).toMatchObject({ status: 404 });
  const { code, bytes } = await from.made();
  expect(JSON.stringify((await from.call.get("/audit")).body)).toContain("companyDownloaded");

  const upload = await there.sent(bytes);
  expect(await there.call.post<ImportPlan>(`${upload}/plan`, {})).toMatchObject({
    status: 200,
    body: {
      name: "Quitanda",
      people: 1,
      connections: 1,
      contacts: 1,
      messages: 1,
      files: 0,
      size: 0,
      moves: false,
      needsCode: true,
      emails: [],
    },
  });
  expect(await there.call.post(`${upload}/plan`, { code: "7K2M-9QXD-4T0R-VV3C" })).toMatchObject({
    status: 422,
    body: { fields: { code: "wrong" } },
  });
  expect(await there.call.post<ImportPlan>(`${upload}/plan`, { code })).toMatchObject({
    body: { needsCode: false, emails: [caio.email], emailsTaken: [], nameTaken: false },
  });
  expect(
    await there.call.post<Imported>(`${upload}/import`, { code, name: "Quitanda do Caio" }),
  ).toMatchObject({
    status: 200,
    body: { company: 2, name: "Quitanda do Caio", messages: 1, waits: false },
  });
  const token = (await there.login(caio)).body.token;
  expect(
    (await caller(there.box.url, token).get<{ contacts: object[] }>("/contacts")).body.contacts,
  ).toMatchObject([{ name: "Bia" }]);
  expect(readdirSync(join(there.data, "company-files/incoming"))).toEqual([]);

  // A second import is refused with an error text, and leaves nothing.
  const again = await there.sent(bytes);
  expect(await there.call.post(`${again}/import`, { code })).toMatchObject({
    status: 409,
    body: { error: "ERR_EMAIL_TAKEN" },
  });
  expect(await there.call.delete(again)).toMatchObject({ status: 200 });
  expect(await there.call.post(`${again}/plan`, {})).toMatchObject({ status: 404 });
  const cut = await there.sent(bytes.slice(0, 100_000));
  expect(await there.call.post(`${cut}/plan`, { code })).toMatchObject({
    status: 422,
    body: { error: "ERR_NOT_A_COMPANY_FILE" },
  });
  expect(await from.call.delete("/company-files/2")).toMatchObject({ status: 200 });
  expect(existsSync(join(from.data, "company-files/2.balcao"))).toBe(false);
}, 120_000);

test("a company is deleted once it is in a file, which makes it again, and without that file it stays", async () => {
  const { call, data, login, state, token, box } = await running("Rui", true);
  const ended = () =>
    until(async () => {
      const now = await state();
      return now.work === null && now;
    }, 60_000);
  const deleted = async () => (await call.get<Wire<DeletedCompany>[]>("/companies/deleted")).body;
  // The disk is full while the file is written.
  mkdirSync(join(data, "company-files"), { recursive: true });
  const named = spyOn(crypto, "randomUUID").mockReturnValue("0-0-0-0-0");
  symlinkSync("/dev/full", join(data, "company-files/2.0-0-0-0-0.making.part"));
  expect(await call.call("DELETE", "/companies/2", { name: caio.name })).toMatchObject({
    status: 202,
    body: { kept: null },
  });
  named.mockRestore();
  expect(await ended()).toMatchObject({
    failed: { what: "delete", company: 2, name: caio.name, error: "ERR_DISK_FULL" },
  });
  expect([await deleted(), existsSync(join(data, "companies/2.sqlite"))]).toEqual([[], true]);
  // Unblocking the company meanwhile stops the deletion: its new data would be lost.
  await call.call("DELETE", "/companies/2", { name: caio.name });
  await call.put("/companies/2", { status: true });
  expect(await ended()).toMatchObject({
    failed: { what: "delete", error: "ERR_COMPANY_UNBLOCKED" },
  });
  expect((await login(caio)).status).toBe(200);

  expect(await call.call("DELETE", "/companies/2", { name: caio.name })).toMatchObject({
    status: 202,
  });
  expect(await call.call("DELETE", "/companies/2", { name: caio.name })).toMatchObject({
    status: 429,
    body: { error: "ERR_COMPANY_FILE_RUNNING" },
  });
  expect(await ended()).toMatchObject({ failed: null });
  const [one] = await until(
    async () =>
      (await call.get("/companies/2")).status === 404 &&
      (await deleted()).length === 1 &&
      deleted(),
  );
  const name = basename(one!.kept);
  expect([name, one!.id, one!.name]).toEqual([
    expect.stringMatching(/^2-\d{8}T\d{6}\.balcao$/),
    2,
    caio.name,
  ]);
  expect([
    existsSync(join(data, "companies/2.sqlite")),
    readdirSync(join(data, "deleted")).toSorted(),
  ]).toEqual([false, [name, `${name}.json`]]);
  expect(readdirSync(join(data, "company-files"))).toEqual([]);

  const bytes = await (
    await fetch(`${box.url}/api/companies/${one!.kept}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).bytes();
  expect(bytes.byteLength).toBe(one!.size!);
  expect(await call.post<ImportPlan>(`/companies/${one!.kept}/plan`)).toMatchObject({
    status: 200,
    body: { name: caio.name, needsCode: false, emailsTaken: [], messages: 1 },
  });
  expect(await call.post("/companies/deleted/2-20260101T000000/import", {})).toMatchObject({
    status: 404,
  });
  expect(await call.post<Imported>(`/companies/${one!.kept}/import`, {})).toMatchObject({
    status: 200,
    body: { company: 3, name: caio.name, messages: 1 },
  });
  expect([await deleted(), readdirSync(join(data, "deleted"))]).toEqual([[], []]);
  expect(JSON.stringify((await call.get("/audit?action=companyBroughtBack")).body)).toContain(
    "company 3 Quitanda",
  );
  await call.put("/companies/3", { status: true });
  expect((await login(caio)).status).toBe(200);
}, 240_000);

test("a company moves from box to box by hand: one is in charge, and one alone", async () => {
  const [from, there] = [await running("Rui", true), await running("Lia")];
  const step = (box: typeof from, name: string, code?: string) =>
    box.call.post<{ code: string }>("/company-files/2/move", { step: name, ...(code && { code }) });
  const works = async (box: typeof from) => (await box.login(caio)).status === 200;
  expect(await from.call.post("/company-files/1/export", { password, moves: true })).toMatchObject({
    status: 409,
  });
  // A request in progress finishes before the move, and its data is in the file.
  const { token } = (await from.login(caio)).body;
  const hash = Bun.password.hash.bind(Bun.password);
  const goesOn = Promise.withResolvers<void>();
  const hashing = spyOn(Bun.password, "hash").mockImplementationOnce((...args) =>
    goesOn.promise.then(() => hash(...args)),
  );
  const writing = caller(from.box.url, token).post("/users", {
    name: "Ana",
    email: "ana@quitanda.com.br",
    password,
    profile: "user",
  });
  await until(() => hashing.mock.calls.length > 0);
  const moving = from.made(true);
  await until(async () => (await from.state()).moves.length === 1);
  expect((await from.state()).work).toBeNull();
  goesOn.resolve();
  expect(await writing).toMatchObject({ status: 201 });
  const first = await moving;
  expect(await from.state()).toMatchObject({
    moves: [{ company: 2, state: "leaving" }],
    files: [{ moves: true }],
  });
  expect(await works(from)).toBe(false);
  expect(await step(from, "cancel")).toMatchObject({ status: 200 });
  expect(await works(from)).toBe(true);

  const upload = await there.sent(first.bytes);
  expect(await there.call.post<ImportPlan>(`${upload}/plan`, { code: first.code })).toMatchObject({
    body: { people: 2 },
  });
  expect(await there.call.post(`${upload}/import`, { code: first.code })).toMatchObject({
    status: 200,
    body: { waits: true },
  });
  expect([await works(from), await works(there)]).toEqual([true, false]);
  // A company without an export file cannot be handed over.
  await from.call.post("/company-files/2/export", { password, moves: true });
  await until(async () => (await from.state()).work === null, 30_000);
  await from.call.delete("/company-files/2");
  expect(await step(from, "handOver")).toMatchObject({
    status: 409,
    body: { error: "ERR_NO_MOVE_FILE" },
  });
  await from.made(true);
  const { code } = (await step(from, "handOver")).body;
  // The file of a cancelled move never starts.
  expect(await step(there, "takeOver", code)).toMatchObject({
    status: 422,
    body: { fields: { code: "wrong" } },
  });
  expect(await step(from, "cancel")).toMatchObject({ status: 409 });
  expect([await works(from), await works(there)]).toEqual([false, false]);
  expect(await there.state()).toMatchObject({ moves: [{ company: 2, state: "waiting" }] });

  // It never arrived: its owner takes it back, which works only after a handover.
  expect(await step(there, "takeBack")).toMatchObject({ status: 409 });
  expect(await step(from, "takeBack")).toMatchObject({ status: 200 });
  expect(await works(from)).toBe(true);
  expect(await step(from, "takeBack")).toMatchObject({ status: 409 });
}, 120_000);

test("a piece that does not follow is refused and says how much is there, and no admin comes near", async () => {
  const { call, login, box, sent } = await running("Rui", true);
  const { upload } = (await call.post<{ upload: string }>("/company-files/uploads", { size: 10 }))
    .body;
  const form = new FormData();
  form.set("at", "5");
  form.set("file", new File(["abcde"], "piece"));
  const { token } = (await login(caio)).body;
  const owner = (await login({ email: "rui@dona.com.br", password })).body.token;
  const post = (bearer?: string) =>
    fetch(`${box.url}/api/company-files/uploads/${upload}`, {
      method: "POST",
      body: form,
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    });
  const answers = [await post(), await post(token), await post(owner)];
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 409]);
  expect(await answers[2]!.json()).toMatchObject({
    error: "ERR_UPLOAD_PIECE",
    details: { size: 0 },
  });
  for (const path of ["/company-files", "/company-files/2"])
    expect((await caller(box.url, token).get(path)).status).toBe(403);
  expect((await caller(box.url, token).post("/company-files/2/export", { password })).status).toBe(
    403,
  );
  expect((await caller(box.url).post("/company-files/2/export", { password })).status).toBe(401);
  const spawn = spyOn(Bun, "spawn");
  afterwards(() => void spawn.mockRestore());
  expect(await call.post(`${await sent(new Uint8Array(1024))}/plan`, {})).toMatchObject({
    status: 422,
    body: { error: "ERR_NOT_A_COMPANY_FILE", message: expect.not.stringContaining("incoming") },
  });
  // Only a child process reads the file, never the box itself.
  expect(spawn.mock.calls.flat().flat()).toContain("look");
}, 60_000);
