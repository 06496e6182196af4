import { expect, spyOn } from "bun:test";
import { Database } from "bun:sqlite";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import words from "../../web/pages/health/texts.json";
import failures from "../../web/parts/copies/texts.json";
import { repository } from "../build/repository.ts";
import { eventName, toldEvents } from "../../web/pages/health/log-line.ts";
import { healthChecks, type Finding } from "../shared/health.ts";
import { readEnv } from "../env.ts";
import { LogFiles, newestLines } from "../kit/files/log-files.ts";
import { serve } from "../serve.ts";
import { claimedFolder } from "../testing/claimed.ts";
import { owner, runBalcao, startBox } from "../testing/running.ts";
import {
  afterwards,
  balcao,
  bia,
  box,
  caller,
  canary,
  emailOf,
  fabrica,
  folder,
  hour,
  idOf,
  second,
  test,
  until,
} from "../testing/world.ts";
import { enqueue } from "../modules/messages/outbox.ts";
import { makeCopy } from "../modules/backups/copy.ts";
import { readManifest } from "../modules/backups/manifest.ts";
import { updatePlan } from "../modules/backups/plan.ts";
import type { Drill } from "../modules/backups/table.ts";
import { awayFailures, drillFailures } from "../shared/backups.ts";
import { shownSettings } from "./shown-settings.ts";
import { noteLastEnd } from "../modules/stalls/stalls.ts";
import { saveRestriction } from "../modules/connections/restriction.ts";
import { keepPayment } from "../modules/invoices/pay.ts";
import { valueIn } from "./words.ts";

/** No host outside is asked. */
const nowhere = { BALCAO_WA_URL: "ws://127.0.0.1:1/ws", BALCAO_WA_ROOT: "00".repeat(32) };

type Told = { healthy: boolean; findings: (Finding & { name: string; remedy?: string })[] };

test("each check has its name and its remedy", () => {
  const keys = Object.keys(words);
  expect(
    healthChecks.filter(
      (check) =>
        !keys.includes(`health.names.${check}`) || !keys.includes(`health.remedies.${check}`),
    ),
  ).toEqual([]);
  expect(
    keys.filter(
      (key) =>
        /^health\.(names|remedies)\./.test(key) &&
        !healthChecks.includes(key.split(".")[2] as Finding["check"]),
    ),
  ).toEqual([]);
});

test("all that can go wrong with copies has its words", () => {
  const keys = [
    ...awayFailures.map((one) => `awayFailures.${one}`),
    ...drillFailures.map((one) => `drillFailures.${one}`),
  ];
  expect(Object.keys(failures).sort()).toEqual(keys.sort());
});

test("each event of the log has its words", async () => {
  const kinds = new Set<string>(["request", "health"]);
  const untold: string[] = [];
  for (const path of new Bun.Glob("src/**/*.ts").scanSync(repository)) {
    if (/\.test\.ts$|^src\/(testing|build)\//.test(path)) continue;
    const source = await Bun.file(join(repository, path)).text();
    for (const [, event] of source.matchAll(
      /\b(?:log|say)\([^,()]*,\s*"([\w ]+)"|new Backoff\("(\w+)"/g,
    ))
      if (event && !kinds.has(event) && !toldEvents.some((one) => one === eventName(event)))
        untold.push(`${path}: ${event}`);
  }
  expect(untold).toEqual([]);
});

test("a connection that WhatsApp restricts is on the page until its restriction ends", async () => {
  const shop = await box();
  const find = async () => {
    const { findings } = (await shop.as("rui").get<{ findings: Finding[] }>("/health")).body;
    const { state, value } = findings.find(({ check }) => check === "restrictions") ?? {};
    return state && `${state} ${value}`;
  };
  expect(await find()).toBeUndefined();
  const ends = shop.clock.now() + hour;
  saveRestriction(shop.db, balcao, { kind: "reachout", until: ends, used: null, of: null });
  const { name } = shop.db.sqlite
    .query<{ name: string }, [number]>("SELECT name FROM connections WHERE id = ?")
    .get(balcao)!;
  const day = new Date(ends).toISOString().slice(0, 16);
  expect(await find()).toBe(`warn ${name} ${day}Z`);
  saveRestriction(shop.db, balcao, { kind: "quota", until: ends, used: 95, of: 100 });
  expect(await find()).toBe(`warn ${name} 95 / 100 ${day}Z`);
  shop.clock.pass(hour - 1);
  expect(await find()).toBe(`warn ${name} 95 / 100 ${day}Z`);
  shop.clock.pass(1);
  expect(await find()).toBeUndefined();
});

test("an invoice that was paid twice is on the owner's page for a week", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const { body: invoice } = await shop.as("rui").post<{ id: number }>("/invoices", {
    companyId: 2,
    dueDate: "2026-12-10",
    lines: [{ detail: "Instalação", value: "50.00" }],
    reason: "Combinado",
  });
  const pays = (endToEndId: string, value: string) =>
    keepPayment(shop.control, {
      endToEndId,
      invoiceId: invoice.id,
      txid: null,
      value,
      paidAt: new Date(shop.clock.now()),
    });
  const state = async () =>
    (await shop.health.ofBox()).find(({ check }) => check === "overpaid")?.state ?? "ok";
  pays("E1", "50.00");
  expect(await state()).toBe("ok");
  pays("E2", "0.01");
  expect(await state()).toBe("warn");
  shop.clock.pass(7 * 24 * hour - 1);
  expect(await state()).toBe("warn");
  shop.clock.pass(1);
  expect(await state()).toBe("ok");
});

test("a day on which the network refuses what is written looks like one", async () => {
  const shop = await box();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const writes = (count: number, ack: number) => {
    for (let each = 0; each < count; each++)
      shop.message({ ticketId: ticket.id, fromMe: true, origin: "agent", ack });
  };
  const find = async () => {
    const { findings } = (await shop.as("rui").get<{ findings: Finding[] }>("/health")).body;
    const { state, value } = findings.find(({ check }) => check === "refused") ?? {};
    return state && `${state} ${value}`;
  };
  // Two refusals say nothing of the network, three of three do.
  writes(2, -1);
  expect(await find()).toBeUndefined();
  writes(1, -1);
  expect(await find()).toBe("fail 3 / 3");
  writes(3, 2);
  expect(await find()).toBe("fail 3 / 6");
  writes(1, 1);
  expect(await find()).toBe("warn 3 / 7");
  writes(8, 3);
  expect(await find()).toBe("warn 3 / 15");
  writes(1, 3);
  expect(await find()).toBeUndefined();
  // A message that waits to leave is no answer yet, and another company's messages don't count.
  writes(1, 0);
  const quitanda = shop.quitanda();
  const theirs = quitanda.ticket();
  for (let each = 0; each < 9; each++)
    quitanda.message({ ticketId: theirs.id, fromMe: true, origin: "agent", ack: -1 });
  expect(await find()).toBeUndefined();
  writes(9, -1);
  expect(await find()).toBe("warn 12 / 25");
  shop.clock.pass(hour);
  expect(await find()).toBeUndefined();
});

test("an admin sees their own company's lines and outbox, who owns the box all of it", async () => {
  const shop = await box();
  const lines = async () =>
    (await shop.as("rui").get<{ findings: Finding[] }>("/health")).body.findings;
  const find = async (check: string) => (await lines()).find((each) => each.check === check);
  expect((await lines()).map(({ check }) => check)).toEqual(["disk", "lines", "outbox"]);
  const before = (await find("lines"))!;
  shop.quitanda().connection({ status: "DISCONNECTED" });
  expect(await find("lines")).toEqual(before);
  shop.connection({ status: "DISCONNECTED" });
  expect(await find("lines")).toMatchObject({ state: "warn" });

  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const { id } = shop.message({ ticketId: ticket.id, fromMe: true, origin: "agent", ack: 0 });
  shop.db.sqlite.run("UPDATE connections SET status = 'CONNECTED' WHERE id IN (?, ?)", [
    balcao,
    fabrica,
  ]);
  shop.db.write((tx) => enqueue(tx, { id, whatsappId: balcao, contactId: bia.id }, shop.db.now()));
  shop.db.sqlite.run("UPDATE outbox SET cold = 0");
  expect(await find("outbox")).toMatchObject({ state: "ok", value: "1 · 0 min" });
  shop.clock.pass(hour);
  expect(await find("outbox")).toEqual({ check: "outbox", state: "fail", value: "1 · 60 min" });

  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  expect((await lines()).map(({ check }) => check)).toContain("companies");
  // Without the owner's key no company can pay; the owner's own company never falls due.
  expect(await find("billing")).toBeUndefined();
  shop.control.sqlite.run("UPDATE plans SET value = 9900");
  shop.control.sqlite.run("UPDATE companies SET dueDate = '2026-12-01'");
  expect(await find("billing")).toMatchObject({ state: "warn" });
  shop.control.sqlite.run("UPDATE billing SET pixKey = 'caixa@balcao.shop'");
  expect(await find("billing")).toBeUndefined();
  const paid = (value: number) =>
    shop.control.sqlite.run(
      `INSERT INTO invoicePayments (endToEndId, invoiceId, value, paidAt, createdAt) VALUES ('E' || ?, 1, ?, ?, 1)`,
      [crypto.randomUUID(), value, shop.clock.now()],
    );
  shop.control.sqlite.run(
    "INSERT INTO invoices (id, companyId, dueDate, detail, value, users, connections, queues, status, createdAt, updatedAt) VALUES (1, 2, '2026-12-01', 'x', 100, 1, 1, 1, 'paid', 1, 1)",
  );
  paid(100);
  expect(await find("overpaid")).toBeUndefined();
  paid(1);
  expect(await find("overpaid")).toEqual({ check: "overpaid", state: "warn", value: "1" });
  shop.control.sqlite.run("UPDATE invoicePayments SET paidAt = paidAt - ?", [7 * 24 * hour]);
  expect(await find("overpaid")).toBeUndefined();
  expect([await find("copies"), await find("away")]).toMatchObject([
    { state: "warn", value: "–" },
    { state: "warn", value: "–" },
  ]);
  expect(await shop.as("ana").get("/health")).toMatchObject({ status: 403 });
});

test("what becomes a problem is told to the owner by bell and by mail, once in a while", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  // Of a company of today no copy is expected yet.
  shop.control.sqlite.run("UPDATE companies SET createdAt = ?", [shop.clock.now()]);
  const rui = await shop.listener(shop.as("rui"));
  await rui.ready();
  const mails = () =>
    shop.control.sqlite
      .query<{ receiver: string }, []>("SELECT receiver FROM mails WHERE kind = 'health'")
      .all()
      .map(({ receiver }) => receiver);
  shop.db.sqlite.run("UPDATE connections SET status = 'DISCONNECTED'");
  await shop.health.look();
  expect([(await rui.receives(({ event }) => event === "health")).event, mails()]).toEqual([
    "health",
    [],
  ]);

  expect(
    (
      await shop.as("rui").put("/box", {
        smtpHost: "smtp.example.com",
        mailFrom: "balcao@example.com",
        publicUrl: "https://balcao.example.com",
      })
    ).status,
  ).toBe(200);
  const change = async (status: string) => {
    shop.db.sqlite.run("UPDATE connections SET status = ?", [status]);
    await shop.health.look();
    return mails();
  };
  const recipient = emailOf("rui");
  expect([
    await change("CONNECTED"),
    await change("DISCONNECTED"),
    await change("CONNECTED"),
    await change("DISCONNECTED"),
  ]).toEqual([[], [recipient], [recipient], [recipient]]);
  shop.clock.pass(7 * hour);
  expect([await change("CONNECTED"), await change("DISCONNECTED")]).toEqual([
    [recipient],
    [recipient, recipient],
  ]);
});

test("copies that are late and a drill that failed are told by mail, each once, also by a box that was started anew", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  shop.control.sqlite.run("UPDATE companies SET createdAt = ?", [shop.clock.now()]);
  await shop.as("rui").put("/box", {
    smtpHost: "smtp.example.com",
    mailFrom: "balcao@example.com",
    publicUrl: "https://balcao.example.com",
    language: "en",
  });
  shop.db.sqlite.run("UPDATE connections SET status = 'CONNECTED'");
  const count = async () => {
    await shop.health.look();
    return (
      shop.control.sqlite
        .query("SELECT count(*) AS count FROM mails WHERE kind = 'health'")
        .get() as { count: number }
    ).count;
  };
  expect(await count()).toBe(0);
  shop.clock.pass(27 * hour);
  const failing = async () =>
    (await shop.health.ofBox()).filter(({ state }) => state === "fail").map(({ check }) => check);
  expect([await failing(), await count(), await count()]).toEqual([["copies"], 1, 1]);
  const drill: Drill = {
    copy: "x",
    at: new Date(shop.clock.now()).toISOString(),
    tickets: 0,
    files: 0,
    seconds: 1,
    error: "a file does not open",
  };
  updatePlan(shop.control, { drill });
  // Mailed at once, though the other problem was mailed a moment ago.
  expect([await failing(), await count(), await count()]).toEqual([["copies", "drill"], 2, 2]);
  shop.clock.pass(48 * hour);
  expect(await count()).toBe(2);
  updatePlan(shop.control, {
    folder: "/mnt/copias",
    drill: { ...drill, reason: "start" },
    away: [
      {
        to: "folder",
        name: "x",
        at: drill.at,
        error: "/mnt/copias: is the disk connected?",
        reason: "gone",
      },
    ],
  });
  const values = (await shop.health.ofBox())
    .filter(({ check }) => check === "away" || check === "drill")
    .map(({ value }) => value);
  expect(values.map(valueIn("es", shop.control.sqlite))).toEqual([
    expect.stringMatching(/ · la copia está entera/),
    `/mnt/copias: ${failures["awayFailures.gone"].es}`,
  ]);
  updatePlan(shop.control, { away: [], folder: "", drill: { ...drill, error: undefined } });
  await count();
  updatePlan(shop.control, { drill });
  expect(await count()).toBe(3);
  shop.control.sqlite.run("UPDATE mails SET state = 'failed', attempts = 1, error = 'unreachable'");
  expect((await shop.health.ofBox()).find(({ check }) => check === "mail")).toMatchObject({
    state: "warn",
    value: expect.stringContaining("smtp.example.com"),
  });
});

test("what blocked the box is a problem for a day, and the owner reads it in words, by mail too", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  await shop.as("rui").put("/box", {
    smtpHost: "smtp.example.com",
    mailFrom: "balcao@example.com",
    publicUrl: "https://balcao.example.com",
  });
  const stalls = async () =>
    (await shop.health.ofBox()).find(({ check }) => check === "stalls") ?? { state: "ok" };
  const mails = async () => {
    await shop.health.look();
    return shop.control.sqlite.query("SELECT receiver FROM mails WHERE kind = 'health'").all()
      .length;
  };
  const before = await mails();
  expect(await stalls()).toEqual({ state: "ok" });
  const at = shop.clock.now();
  for (const [current, value] of [
    ["job|bot|2|15", "job bot 15 · company 2"],
    ["route|GET /api/contacts/:id|2|7", "GET /api/contacts/:id 7 · company 2"],
    ["route|POST /api/auth/login||", "POST /api/auth/login"],
    ["", "unknown what"],
  ] as const) {
    noteLastEnd(shop.control, { at, current, inFlight: [] });
    const finding = (await stalls()) as Finding;
    expect(finding.state).toBe("fail");
    expect(valueIn("en", shop.control.sqlite)(finding.value)).toEndWith(` · ${value}`);
    shop.clock.pass(second);
  }
  expect(await mails()).toBe(before + 1);
  shop.clock.pass(24 * hour - second - 1);
  expect((await stalls()).state).toBe("fail");
  shop.clock.pass(1);
  expect(await stalls()).toEqual({ state: "ok" });
});

test("doctor says what is wrong with a folder, mends what it may, and fails while something is broken", async () => {
  const data = await claimedFolder();
  chmodSync(data, 0o755);
  writeFileSync(join(data, "secrets/session.key"), new Uint8Array(32), { mode: 0o644 });
  const doctor = async (...words: string[]) => {
    const { code, out, err } = await runBalcao(["doctor", "--data", data, "--json", ...words], {
      env: { LANG: "pt_BR.UTF-8", ...nowhere },
    });
    const report = JSON.parse(out || err) as Told;
    return {
      code,
      ...report,
      states: Object.fromEntries(report.findings.map(({ check, state }) => [check, state])),
      of: (check: string) => report.findings.find((each) => each.check === check)!,
    };
  };
  const ill = await doctor();
  expect([ill.code, ill.healthy]).toEqual([1, false]);
  expect(ill.states).toMatchObject({
    folder: "warn",
    secrets: "fail",
    ballast: "warn",
    running: "warn",
    integrity: "ok",
    companies: "ok",
    schema: "ok",
    copies: "warn",
    drill: "ok",
    away: "warn",
    mail: "ok",
  });
  expect(
    ill.findings
      .filter(({ value }) => /0x|^\d+ \/ \d+$/.test(value.replaceAll(data, "")))
      .map(({ check }) => check),
  ).toEqual(["lines"]);
  expect(ill.of("secrets")).toMatchObject({
    name: "The server's keys",
    remedy: expect.stringContaining("doctor --fix"),
  });
  expect(statSync(data).mode & 0o777).toBe(0o755);

  const { path } = await makeCopy(data, { reason: "hand", version: "0" });
  const run = await runBalcao(["doctor", "--data", data], { env: { TZ: "UTC", ...nowhere } });
  const here = new Intl.DateTimeFormat("pt-BR", {
    timeZone: "America/Sao_Paulo",
    day: "2-digit",
    month: "2-digit",
    year: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  })
    .format(Date.parse(readManifest(path).at))
    .replace(", ", " ");
  expect(run.out).toContain(`Latest backup that was checked: < 1 min · ${here}\n`);

  // Root looks after a service, and its folder belongs to the service's user.
  if (process.getuid?.() === 0) chownSync(data, 65534, 65534);
  const mended = await doctor("--fix");
  expect(mended.states).toMatchObject({ folder: "ok", ballast: "ok" });
  expect(mended.of("secrets").state).not.toBe("fail");
  expect(existsSync(join(data, "ballast"))).toBe(true);

  const served = await startBox(data);
  expect((await doctor()).states).toMatchObject({ running: "ok", secrets: "ok" });
  await served.stop();

  const file = new Database(join(data, "companies/1.sqlite"));
  file.run("PRAGMA user_version = 0");
  file.close();
  expect((await doctor()).states).toMatchObject({ companies: "fail" });
  rmSync(join(data, "control.sqlite"));
  expect(await runBalcao(["doctor", "--data", data])).toMatchObject({
    code: 78,
    err: expect.stringContaining("holds no box"),
  });
}, 30_000);

test("the log is kept in files, and read page by page by who owns the box", async () => {
  const data = await claimedFolder();
  const served = await startBox(data);
  const { token } = (await served.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const rui = served.as(token);
  for (let count = 0; count < 110; count++) await rui.get("/tags");
  type Page = { lines: { at: string; event: string; route?: string }[]; hasMore: boolean };
  const read = async (query: string) => (await rui.get<Page>(`/health/log?${query}`)).body;
  const first = await until(async () => {
    const page = await read("search=%22/api/tags");
    return page.hasMore && page;
  });
  expect(first.lines.map(({ route }) => route)).toEqual(Array(100).fill("/api/tags/"));
  const rest = await read(`search=%22/api/tags&before=${first.lines.at(-1)!.at}`);
  expect(rest.lines.length).toBeGreaterThan(0);
  expect(rest.hasMore).toBe(false);
  expect((await read("level=error")).lines).toEqual([]);
  expect((await read("search=serving")).lines).toMatchObject([{ event: "serving" }]);
}, 30_000);

test("files of the log follow one another, and the oldest goes", async () => {
  const home = folder();
  const files = new LogFiles(home, 100);
  for (let count = 0; count < 12; count++) {
    files.write(
      `${JSON.stringify({ at: "", level: "info", event: `e${count}`, more: "x".repeat(90) })}\n`,
    );
    await files.settled();
  }
  const events = [];
  for await (const { event } of newestLines(home)) events.push(event);
  expect(events).toEqual(["e11", "e10", "e9", "e8", "e7"]);
  expect(statSync(join(home, "balcao.log")).mode & 0o777).toBe(0o600);
});

test("what support gets holds no message, name, number or key", async () => {
  const data = await claimedFolder();
  const served = await startBox(data);
  const { token } = (await served.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const rui = served.as(token);
  const { id: line } = (
    await rui.post<{ id: number }>("/whatsapp", { name: canary, provider: "practice" })
  ).body;
  await rui.post(`/practice/${line}/scan`);
  await rui.post(`/practice/${line}/messages`, {
    from: "5511987650001",
    name: canary,
    body: canary,
    id: "oi",
  });
  const { token: key } = (await rui.post<{ token: string }>(`/whatsapp/${line}/token`)).body;
  await served.stop();
  const planted = {
    at: new Date().toISOString(),
    level: "error",
    event: "planted",
    number: "+55 11 98765-0001",
    plain: "5511987650001",
    cnpj: "12.345.678/0001-95",
    jwt: token,
    key,
    email: owner.email,
  };
  appendFileSync(join(data, "logs/balcao.log"), `${JSON.stringify(planted)}\n`);

  const out = join(folder(), "bundle.tar.gz");
  expect(await runBalcao(["support-bundle", "--data", data, "--out", out, "--json"])).toMatchObject(
    { code: 0, out: expect.stringContaining(`"path":"${out}"`) },
  );
  const files = await new Bun.Archive(await Bun.file(out).bytes()).files();
  expect([...files.keys()]).toEqual([
    "version.json",
    "doctor.json",
    "settings.json",
    "sizes.json",
    "schema.sql",
    "log.jsonl",
  ]);
  const text = (await Promise.all([...files.values()].map((file) => file.text()))).join("\n");
  expect(text).toContain('"event":"planted"');
  expect(text).toContain('"event":"serving"');
  const secrets = [
    canary,
    "98765",
    "5511987650001",
    "0001-95",
    token.slice(0, 30),
    key,
    owner.email,
    owner.password,
    ...["media", "session", "vault"].map((name) =>
      Buffer.from(readFileSync(join(data, "secrets", `${name}.key`))).toString("base64"),
    ),
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}, 30_000);

test("the owner's button packs no secret of the settings, in a process of its own: the box goes on", async () => {
  const data = await claimedFolder();
  const served = await serve({
    ...readEnv({ data, host: "127.0.0.1", port: "0", metricsToken: canary.padEnd(16) }, nowhere),
    logLevel: "error",
  });
  afterwards(() => served.stop());
  const { token } = (await caller(served.url).post<{ token: string }>("/auth/login", owner)).body;
  const spawn = spyOn(Bun, "spawn");
  afterwards(() => void spawn.mockRestore());
  const answer = await fetch(`${served.url}/api/health/support`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const files = await new Bun.Archive(await answer.bytes()).files();
  const settings = await files.get("settings.json")!.text();
  expect(JSON.parse(settings)).toMatchObject({
    metricsToken: { value: "…" },
    waUrl: { value: nowhere.BALCAO_WA_URL, source: "BALCAO_WA_URL" },
  });
  expect(settings).not.toContain(canary);
  expect(JSON.parse(await files.get("doctor.json")!.text())).toContainEqual(
    expect.objectContaining({ check: "disk" }),
  );
  expect(spawn.mock.calls.flat().flat()).toContain("support-bundle");
  expect(readdirSync(data)).not.toContain("support-bundle.tar.gz");
}, 30_000);

test("of an address in the settings nothing is shown that may be a key", () => {
  const visible = (cepUrl: string) => shownSettings(readEnv({ cepUrl }, {})).cepUrl!.value;
  const plain = "https://cep.example.com/ws/{cep}/json/";
  expect(
    [plain, `${plain}?token=s3gr3do#s3gr3do`, "https://rui:s3gr3d@o@cep.example.com/{cep}"].map(
      visible,
    ),
  ).toEqual([plain, `${plain}?…`, "https://…@cep.example.com/{cep}"]);
});

test("settings are checked and printed with where they come from", async () => {
  const data = folder();
  const config = async (...words: string[]) => runBalcao(["config", ...words, "--data", data]);
  expect(await config("check")).toMatchObject({ code: 0, out: "the settings fit\n" });
  expect((await config("print")).out).toContain("port = 8080  # default\n");
  expect((await config("print", "--port", "9090")).out).toContain("port = 9090  # --port\n");
  expect(await config("check", "--port", "http")).toMatchObject({
    code: 78,
    err: expect.stringContaining("port"),
  });
  expect(JSON.parse((await config("print", "--json")).out)).toMatchObject({
    host: { value: "0.0.0.0" },
  });
}, 30_000);
