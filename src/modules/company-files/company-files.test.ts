import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { existsSync, readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { Vault } from "../../channel/whatsapp/vault.ts";
import { resealSessions } from "../../channel/whatsapp/reseal.ts";
import { repository } from "../../build/repository.ts";
import { openCompanyDbs, secret } from "../../data-folder.ts";
import { readEnv } from "../../env.ts";
import { migrate, migrationsFor } from "../../kit/db/migrate.ts";
import { seals } from "../../kit/files/seal.ts";
import { tarOf, type TarPart } from "../../kit/files/tar.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { serve } from "../../serve.ts";
import { cheapCodes } from "../../testing/cheap-codes.ts";
import {
  afterwards,
  bia,
  builders,
  caller,
  dot,
  folder,
  refusal,
  test,
} from "../../testing/world.ts";
import { mediaPath } from "../backups/media-pool.ts";
import { keyCost } from "../backups/recovery-code.ts";
import { partOf } from "../backups/snapshot.ts";
import { all } from "../companies/plans.ts";
import { claim } from "../setup/setup.ts";
import { openCompany } from "../setup/new-company.ts";
import { createSecret, turnOn, useCode } from "../identities/second-step.ts";
import { byEmail } from "../identities/identities.ts";
import { digitsOf, stepAt } from "../identities/totp.ts";
import { exportCompany, sha256Of } from "./export.ts";
import { refuseUnfitCompany } from "../company-rows/fit-company.ts";
import { refuseForeignSchema } from "../company-rows/foreign-schema.ts";
import { importCompany } from "./import.ts";
import { openArchive } from "./manifest.ts";
import { planImport } from "./plan.ts";
import { refuseUnread } from "./read-back.ts";
import { CompanyFiles } from "./company-files.ts";
import { lockImports, removeCutOff } from "./unfinished.ts";
import { beginMove, cancelMove, handOver, moveOf, takeBack, takeOver } from "./moves.ts";

cheapCodes();

const caio = { name: "Quitanda", email: "caio@quitanda.com.br", password: "pao-quente-1" };
const code = "7K2M-9QXD-4T0R-VV3C";

/** An owner's box. */
async function boxOf(owner: string) {
  const data = folder();
  const dbs = openCompanyDbs({ data });
  const close = () => {
    dbs.closeAll();
    dbs.control.sqlite.close();
  };
  await claim(dbs, {
    name: owner,
    email: `${owner.toLowerCase()}@dona.com.br`,
    password: caio.password,
  });
  const key = secret(data, "vault");
  return {
    data,
    dbs,
    close,
    control: dbs.control.sqlite,
    key,
    reseal: resealSessions,
    mediaKey: secret(data, "media"),
    seals: seals(key, new Uint8Array(), "identities"),
  };
}

/**
 * Rui's box with Caio's shop in it: a customer with a picture, a message, a linked WhatsApp number,
 * and Caio with a second step.
 */
async function shop() {
  const box = await boxOf("Rui");
  const { id } = await openCompany(box.dbs, { ...caio, planId: 1, dueDate: null });
  const db = box.dbs.open(id);
  const picture = await db.files.keep(dot, "bia.png");
  db.files.release(picture.sha256);
  const make = builders(db);
  const contact = make.contact({
    name: bia.name,
    number: bia.number,
    profilePicUrl: db.files.permanentLink(picture),
  });
  make.connection({ name: "Balcão", provider: "beta", isDefault: true });
  make.message({
    ticketId: make.ticket({ contactId: contact.id, whatsappId: 1, queueId: null }).id,
    body: "=Oi, tudo bem?",
    whatsappId: 1,
  });
  const vault = new Vault(db, 1, box.key, Date.now);
  vault.claim();
  Object.assign(vault.creds, { me: { id: "5511@s.whatsapp.net" }, account: {} });
  vault.saveCreds();
  vault.keepGroup("g1", { id: "g1", subject: "Família" } as never);
  const identity = byEmail(box.dbs.control, caio.email)!;
  createSecret(box.dbs.control, box.seals, identity);
  const { secret: sealed } = box.control.query("SELECT secret FROM totps").get() as {
    secret: Uint8Array;
  };
  const { recoveryCodes } = turnOn(
    box.dbs.control,
    box.seals,
    identity.id,
    digitsOf(box.seals.open(["totp", identity.id], sealed), stepAt(Date.now())),
  );
  box.dbs.closeIdle(0);
  const to = join(folder(), "quitanda.balcao");
  const exported = (moveCode?: string) =>
    exportCompany(box, id, { to, code, version: "0", moveCode });
  return { ...box, id, to, exported, recoveryCodes, sha256: picture.sha256 };
}

const trouble = (work: Promise<unknown>) =>
  work.then(
    () => "",
    ({ message }: Error) => message,
  );

const linked = ({ dbs, key }: Awaited<ReturnType<typeof boxOf>>, company: number) => {
  const vault = new Vault(dbs.open(company), 1, key, Date.now);
  return { linked: vault.linked, group: vault.group("g1")?.subject };
};

test("a shop takes its file to another box: the same people come in, and see their conversations and pictures", async () => {
  const from = await shop();
  from.control.run("UPDATE plans SET name = 'Tudo por zero'");
  const { sqlite } = from.dbs.open(from.id);
  sqlite.run(
    "INSERT INTO campaigns (name, status, createdAt, updatedAt) VALUES ('Natal', 'EM_ANDAMENTO', 1, 1)",
  );
  sqlite.run(
    "INSERT INTO schedules (body, contactId, sendAt, firstAt, createdAt, updatedAt) VALUES ('Bom dia!', 1, 1000, 1000, 1, 1)",
  );
  // Daily figures are computed again: the file's rows may be forged.
  sqlite.run(
    "INSERT INTO roundDays VALUES (0, 1, 'America/Sao_Paulo', 1, x'00', x'ffffffff', x'', x'', x'')",
  );
  await from.exported();
  const there = await boxOf("Lia");
  expect(await refusal(() => importCompany(there, from.to, there))).toMatchObject({
    reason: "ERR_CODE_NEEDED",
  });
  expect(await importCompany(there, from.to, { ...there, code })).toEqual({
    company: 2,
    name: "Quitanda",
    messages: 1,
    media: 1,
    waits: false,
  });
  expect(await refusal(() => importCompany(there, from.to, { ...there, code }))).toMatchObject({
    kind: "conflict",
  });
  const identity = byEmail(there.dbs.control, caio.email)!;
  expect(identity.super).toBe(false);
  expect(all(there.dbs.control).map(({ name }) => name)).toEqual(["Completo"]);
  expect(there.dbs.open(2).sqlite.query("SELECT count(*) AS days FROM roundDays").get()).toEqual({
    days: 0,
  });
  // Running campaigns and due schedules continue in one box only.
  expect(
    there.dbs
      .open(2)
      .sqlite.query("SELECT c.pauseReason, s.status FROM campaigns c, schedules s")
      .get(),
  ).toEqual({ pauseReason: "restored", status: "ERRO" });
  expect(useCode(there.dbs.control, there.seals, identity.id, from.recoveryCodes[0]!)).toBe(
    "recovery",
  );
  expect(linked(there, 2)).toEqual({ linked: false, group: undefined });
  there.close();

  const box = await serve({
    ...readEnv({ data: there.data, host: "127.0.0.1", port: "0" }, {}),
    logLevel: "error",
  });
  afterwards(() => box.stop());
  const login = await caller(box.url).post<{ token: string }>("/auth/login", {
    email: caio.email,
    password: caio.password,
    code: from.recoveryCodes[1],
  });
  const { contacts } = (
    await caller(box.url, login.body.token).get<{
      contacts: { name: string; profilePicUrl: string }[];
    }>("/contacts")
  ).body;
  const [{ name, profilePicUrl } = { name: "", profilePicUrl: "" }] = contacts;
  expect([name, profilePicUrl.split("?")[0]]).toEqual(["Bia", `/media/2/${from.sha256}/bia.png`]);
  expect((await fetch(box.url + profilePicUrl)).status).toBe(200);
}, 60_000);

test("a company's file takes no plan by its name: the same terms, or its own plan beside it", async () => {
  const from = await shop();
  const there = await boxOf("Lia");
  const planOf = (control: Database, company: number) =>
    control
      .query(
        "SELECT p.id, p.name, p.users, p.value, p.offered FROM plans p JOIN companies c ON planId = p.id WHERE c.id = ?",
      )
      .get(company) as { id: number; name: string };
  const taken = async (sql: string) => {
    from.control.run(sql);
    await from.exported();
    const name = crypto.randomUUID();
    const email = `${name}@quitanda.com.br`;
    from.control.run("UPDATE identities SET email = ? WHERE companyId = ?", [email, from.id]);
    await from.exported();
    const planned = (await planImport(there, from.to, code)).companyPlan;
    const { company } = await importCompany(there, from.to, { ...there, code, name });
    return [planned, planOf(there.control, company)];
  };
  const rich = planOf(there.control, 1);
  expect(rich.name).toBe("Completo");
  expect(await taken("UPDATE plans SET users = users")).toEqual([
    { name: "Completo", value: "0.00", comesAlong: false },
    rich,
  ]);
  expect(await taken("UPDATE plans SET users = 2, value = 9900")).toEqual([
    { name: "Completo (2)", value: "99.00", comesAlong: true },
    expect.objectContaining({ name: "Completo (2)", users: 2, value: 9900, offered: 0 }),
  ]);
  expect(await taken("UPDATE plans SET users = 3")).toEqual([
    { name: "Completo (3)", value: "99.00", comesAlong: true },
    expect.objectContaining({ name: "Completo (3)", users: 3 }),
  ]);

  // The box that made the file recognizes the plan, even after changes.
  await from.exported();
  from.control.run("UPDATE plans SET name = 'Novo', value = 100");
  from.control.run("UPDATE companies SET name = 'Antiga' WHERE id = ?", [from.id]);
  from.control.run("UPDATE identities SET email = 'x' || email");
  const back = await importCompany(from, from.to, from);
  expect(planOf(from.control, back.company)).toMatchObject({ id: 1, name: "Novo" });
}, 60_000);

test("without Balcão the shop reads its tables, and no secret", async () => {
  const { exported, to } = await shop();
  await exported();
  const { parts } = await openArchive(to);
  expect([...parts.keys()].filter((name) => !name.startsWith("media/"))).toEqual([
    "LEIA-ME.txt",
    "manifest.json",
    "media.txt",
    "contacts.csv",
    "messages.csv",
    "orders.csv",
    "orderItems.csv",
    "receipts.csv",
    "invoices.csv",
    "company.sqlite",
    "box.sealed",
    "box.own",
  ]);
  // One line per file; the manifest, which is read whole as JSON, has none of them.
  expect(await parts.get("media.txt")!.text()).toMatch(/^[0-9a-f]{64} \d+\n$/);
  expect(await parts.get("manifest.json")!.json()).not.toHaveProperty("media");
  expect(await parts.get("contacts.csv")!.text()).toMatch(
    /^id,name,number,email,kind,createdAt\r\n1,Bia,5511988880001,,person,\d{4}-/,
  );
  expect(await parts.get("messages.csv")!.text()).toContain(`"'=Oi, tudo bem?"`);
  const open = await Promise.all(
    [...parts].filter(([name]) => !name.startsWith("box.")).map(([, part]) => part.text()),
  );
  expect(open.join("")).not.toContain("argon2id");
  expect(readdirSync(join(to, ".."))).toEqual(["quitanda.balcao"]);
});

test("a move is one box's at every moment, and WhatsApp goes along", async () => {
  const from = await shop();
  const there = await boxOf("Lia");
  const moveCode = beginMove(from.dbs, from.id);
  expect(beginMove(from.dbs, from.id)).toBe(moveCode);
  await from.exported(moveCode);
  expect(from.control.query("SELECT status FROM companies WHERE id = ?").get(from.id)).toEqual({
    status: 0,
  });
  expect(await importCompany(there, from.to, { ...there, code })).toMatchObject({ waits: true });
  expect(there.control.query("SELECT status FROM companies WHERE id = 2").get()).toEqual({
    status: 0,
  });
  expect(linked(there, 2)).toEqual({ linked: true, group: "Família" });

  // The other box cannot start the company before this one hands it over. After a cancel this box
  // has it back.
  expect(await refusal(() => takeOver(there.control, 2, code))).toMatchObject({
    reason: "ERR_MOVE_CODE",
  });
  cancelMove(from.control, from.id);
  expect(moveOf(from.control, from.id)).toBeUndefined();
  const again = beginMove(from.dbs, from.id);
  expect(again).not.toBe(moveCode);
  expect(await refusal(() => takeOver(there.control, 2, again))).toMatchObject({
    reason: "ERR_MOVE_CODE",
  });
  cancelMove(from.control, from.id);

  const second = await boxOf("Ana");
  const last = beginMove(from.dbs, from.id);
  await from.exported(last);
  await importCompany(second, from.to, { ...second, code });
  expect(handOver(from.control, from.id)).toBe(last);
  expect(handOver(from.control, from.id)).toBe(last);
  expect(await refusal(() => cancelMove(from.control, from.id))).toMatchObject({
    reason: "ERR_COMPANY_MOVING",
  });
  expect(await refusal(() => beginMove(from.dbs, from.id))).toMatchObject({
    reason: "ERR_COMPANY_MOVING",
  });
  takeOver(second.control, 2, last.toLowerCase().replaceAll("0", "o").replaceAll("1", "l"));
  expect(second.control.query("SELECT status, linked FROM companies WHERE id = 2").get()).toEqual({
    status: 1,
    linked: 1,
  });
  expect(linked(second, 2)).toEqual({ linked: true, group: "Família" });
}, 60_000);

test("who was blocked before a move is blocked after it, in either box", async () => {
  const from = await shop();
  const there = await boxOf("Lia");
  const statusIn = ({ control }: { control: Database }) =>
    control.query("SELECT status FROM companies WHERE id = 2").get();
  from.control.run("UPDATE companies SET status = 0 WHERE id = ?", [from.id]);
  beginMove(from.dbs, from.id);
  cancelMove(from.control, from.id);
  expect(statusIn(from)).toEqual({ status: 0 });
  await from.exported(beginMove(from.dbs, from.id));
  await importCompany(there, from.to, { ...there, code });
  takeOver(there.control, 2, handOver(from.control, from.id));
  expect(statusIn(there)).toEqual({ status: 0 });
  takeBack(from.control, from.id);
  expect(statusIn(from)).toEqual({ status: 0 });
}, 60_000);

/** A company's file with a changed row and a matching manifest. */
async function changed(to: string, sql: string) {
  const { parts } = await openArchive(to);
  const database = join(folder(), "company.sqlite");
  await Bun.write(database, await parts.get("company.sqlite")!.bytes());
  const sqlite = new Database(database);
  sqlite.run(sql);
  sqlite.close();
  parts.set("company.sqlite", Bun.file(database));
  const written = (await parts.get("manifest.json")!.json()) as object;
  parts.set(
    "manifest.json",
    new Blob([JSON.stringify({ ...written, database: await partOf(database) })]),
  );
  await Bun.write(
    `${to}.changed`,
    await Array.fromAsync(tarOf([...parts].map(([name, content]) => ({ name, content })))).then(
      (chunks) => Buffer.concat(chunks),
    ),
  );
  return `${to}.changed`;
}

test("a company that waits for the other box to let go waits on when it was deleted and is brought back", async () => {
  const { dbs, id, to, exported } = await shop();
  const there = await boxOf("Lia");
  await exported(beginMove(dbs, id));
  const { company } = await importCompany(there, to, { ...there, code });
  const status = (company: number) =>
    there.control.query("SELECT status FROM companies WHERE id = ?").get(company);
  expect([moveOf(there.control, company)?.state, status(company)]).toEqual([
    "waiting",
    { status: 0 },
  ]);
  const file = join(folder(), "kept.balcao");
  await exportCompany(there, company, { to: file, code, version: "0" });
  there.dbs.takeAway(company, "deleted/quitanda");
  there.control.run("DELETE FROM companies WHERE id = ?", [company]);
  const back = await importCompany(there, file, { ...there });
  expect(status(back.company)).toEqual({ status: 0 });
});

test("what was changed after it was made is refused, by its own box too", async () => {
  const from = await shop();
  await from.exported();
  const file = await changed(from.to, "UPDATE messages SET body = 'Devo R$ 1.000'");
  const there = await boxOf("Lia");
  expect(await trouble(importCompany(there, file, { ...there, code }))).toContain(
    "was changed after it was made",
  );
  from.control.run("UPDATE companies SET name = 'Outra' WHERE id = ?", [from.id]);
  from.control.run("UPDATE identities SET email = 'outro@quitanda.com.br' WHERE companyId = ?", [
    from.id,
  ]);
  expect(await trouble(importCompany(from, file, from))).toContain("was changed after it was made");
  expect(there.control.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 1,
  });
});

test("no row brings a file of another place along, whatever box sealed it", async () => {
  const from = await shop();
  const there = await boxOf("Lia");
  const taken = async () => {
    from.dbs.closeIdle(0);
    await from.exported();
    return trouble(importCompany(there, from.to, { ...there, code }));
  };
  from.dbs
    .open(from.id)
    .sqlite.run("UPDATE contacts SET profilePicUrl = '/media/2/../bia.png?until=1'");
  expect(await taken()).toContain(`contacts 1: profilePicUrl is "/media/2/../bia.png?until=1"`);
  from.dbs
    .open(from.id)
    .sqlite.run(
      "INSERT INTO media (sha256, type, size, name, createdAt) VALUES ('../secrets/vault.key', 'text/plain', 32, 'a.txt', 0)",
    );
  expect(await taken()).toContain(`media 1: sha256 is "../secrets/vault.key"`);
  from.control.run("UPDATE companies SET sha256 = '../control.sqlite' WHERE id = ?", [from.id]);
  expect(await taken()).toContain(`company.sha256 is "../control.sqlite"`);
  expect(there.control.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 1,
  });
  expect([
    existsSync(join(there.data, "companies/2.sqlite")),
    existsSync(join(there.data, "media/2")),
  ]).toEqual([false, false]);
});

test("a row that no form and no network could have brought is refused by table, number and column", async () => {
  const from = await shop();
  const { sqlite } = from.dbs.open(from.id);
  const refused = () =>
    trouble(
      Promise.try(() => refuseUnfitCompany(join(from.data, "companies", `${from.id}.sqlite`))),
    );
  const rows = [
    [
      "INSERT INTO jobs (kind, lane, runAt, payload) VALUES ('reboot', 'x', 0, '{}')",
      "DELETE FROM jobs",
      `jobs 1: kind is "reboot"`,
    ],
    [
      "INSERT INTO jobs (kind, lane, runAt, payload) VALUES ('bot', 'x', 0, 'nada')",
      "DELETE FROM jobs",
      `jobs 2: payload is "nada"`,
    ],
    [
      "INSERT INTO events (event, action, payload, audience, createdAt) VALUES ('x', 'y', '[]', '{}', 1)",
      "DELETE FROM events WHERE event = 'x'",
      `payload is "[]"`,
    ],
    [
      "INSERT INTO events (event, action, payload, audience, createdAt) VALUES ('x', 'y', '{}', '{\"sight\":{\"to\":\"any\"}}', 1)",
      "DELETE FROM events WHERE event = 'x'",
      `audience is "{\\"sight\\":{\\"to\\":\\"any\\"}}"`,
    ],
    [
      "INSERT INTO openingHours (id, schedules, holidays) VALUES (1, '{}', '[]')",
      "DELETE FROM openingHours",
      `openingHours 1: schedules is "{}"`,
    ],
    [
      "UPDATE connections SET provider = 'shell'",
      "UPDATE connections SET provider = 'beta'",
      `connections 1: provider is "shell"`,
    ],
    [
      "INSERT INTO webhooks (name, url, events, secret, createdAt, updatedAt) VALUES ('x', 'file:///etc/passwd', '[\"ticket.opened\"]', '', 1, 1)",
      "DELETE FROM webhooks",
      `webhooks 1: url is "file:///etc/passwd"`,
    ],
    [
      "INSERT INTO tags (name, color, createdAt, updatedAt) VALUES ('x', 'url(https://mau.example/x)', 1, 1)",
      "DELETE FROM tags",
      `tags 1: color is "url(https://mau.example/x)"`,
    ],
    [
      `UPDATE users SET name = printf('%5000s', 'x')`,
      "UPDATE users SET name = 'Caio'",
      `users 1: name is "${" ".repeat(60)}"`,
    ],
    [
      "UPDATE messages SET body = printf('%400000s', 'x')",
      "UPDATE messages SET body = 'Oi'",
      "messages 1: body is",
    ],
    [
      "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'messages'",
      "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'messages'",
      "sqlite_sequence",
    ],
    [
      "UPDATE messages SET mediaType = 'script'",
      "UPDATE messages SET mediaType = 'chat'",
      `messages 1: mediaType is "script"`,
    ],
    [
      "UPDATE messages SET updatedAt = 9223372036854775807",
      "UPDATE messages SET updatedAt = 1",
      "messages 1: updatedAt is",
    ],
  ] as const;
  for (const [sql, undo, reason] of rows) {
    sqlite.run(sql);
    expect(await refused()).toContain(reason);
    sqlite.run(undo);
  }
  sqlite.run("UPDATE contacts SET name = '<script>alert(1)</script>'");
  expect(await refused()).toBe("");

  const there = await boxOf("Lia");
  sqlite.run("PRAGMA ignore_check_constraints = ON");
  sqlite.run("UPDATE users SET profile = 'root'");
  await from.exported();
  expect(await trouble(importCompany(there, from.to, { ...there, code }))).toContain(
    `users 1: profile is "root"`,
  );
  expect(there.control.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 1,
  });
}, 60_000);

test("a file written by hand can't have the box count, loop or wait for ever: each bound is refused one step beyond", async () => {
  const from = await shop();
  const { sqlite } = from.dbs.open(from.id);
  sqlite.run(
    "INSERT INTO schedules (body, contactId, sendAt, firstAt, createdAt, updatedAt) VALUES ('Bom dia!', 1, 1, 1, 1, 1)",
  );
  sqlite.run("INSERT INTO imports (name, state, createdAt, updatedAt) VALUES ('x', 'read', 1, 1)");
  sqlite.run("INSERT INTO importRows (importId, line, cells) VALUES (1, 1, '[]')");
  sqlite.run(
    "INSERT INTO campaigns (name, status, createdAt, updatedAt) VALUES ('x', 'INATIVA', 1, 1)",
  );
  sqlite.run("INSERT INTO campaignSettings VALUES ('messageInterval', '20')");
  const refused = async (sql: string) => {
    sqlite.run("SAVEPOINT poison");
    sqlite.run(sql);
    const copy = join(folder(), "company.sqlite");
    await Bun.write(copy, sqlite.serialize());
    sqlite.run("ROLLBACK TO poison");
    sqlite.run("RELEASE poison");
    return trouble(Promise.try(() => refuseUnfitCompany(copy)));
  };
  sqlite.run(
    "INSERT INTO queues (id, name, color, createdAt, updatedAt) VALUES (1, 'x', '#112233', 1, 1), (2, 'y', '#112244', 1, 1)",
  );
  const numbers = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => at + 1));
  /** A queue's tree with `count` levels, each below the one before. */
  const levels = (count: number) =>
    `INSERT INTO queueOptions (id, queueId, parentId, option, title, createdAt, updatedAt)
      SELECT value, 1, nullif(value - 1, 0), '1', 'x', 1, 1 FROM json_each('${numbers(count)}')`;
  const wide = (count: number) =>
    `INSERT INTO queueOptions (id, queueId, option, title, createdAt, updatedAt)
      SELECT value, 1, value, 'x', 1, 1 FROM json_each('${numbers(count)}')`;
  const rule = (rule: object) =>
    `UPDATE schedules SET recurrence = '${JSON.stringify({ every: "day", interval: 1, ...rule })}'`;
  const cells = (count: number) =>
    `UPDATE importRows SET cells = '${JSON.stringify(Array.from({ length: count }, () => "x"))}'`;
  const good = [
    rule({}),
    rule({ interval: 99 }),
    rule({ count: 999, until: "2999-12-31", skipped: ["2026-12-24"] }),
    "UPDATE schedules SET recurrence = NULL",
    "UPDATE schedules SET recurrence = 'null'",
    "UPDATE schedules SET occurrence = 1000000",
    `UPDATE schedules SET firstAt = ${Date.parse("2999-12-31")}`,
    "UPDATE imports SET width = 0",
    "UPDATE imports SET width = 100",
    cells(100),
    "UPDATE campaigns SET windowDays = '[1,7]'",
    "UPDATE campaignSettings SET value = '3600'",
    "UPDATE connections SET expiresTicket = 525600",
    levels(10),
    wide(500),
  ];
  const bad = [
    [rule({ interval: 0 }), "schedules 1: recurrence is"],
    [rule({ interval: -1 }), "schedules 1: recurrence is"],
    [rule({ interval: 100 }), "schedules 1: recurrence is"],
    [rule({ interval: 0.5 }), "schedules 1: recurrence is"],
    [rule({ every: "second" }), "schedules 1: recurrence is"],
    [rule({ count: 1000 }), "schedules 1: recurrence is"],
    ["UPDATE schedules SET recurrence = '[]'", "schedules 1: recurrence is"],
    ["UPDATE schedules SET occurrence = 1000001", "schedules 1: occurrence is"],
    ["UPDATE schedules SET occurrence = -1", "schedules 1: occurrence is"],
    [`UPDATE schedules SET firstAt = ${Date.parse("2999-12-31") + 1}`, "schedules 1: firstAt is"],
    ["UPDATE schedules SET firstAt = -1", "schedules 1: firstAt is"],
    ["UPDATE imports SET width = 101", "imports 1: width is"],
    ["UPDATE imports SET width = 80000000", "imports 1: width is"],
    [cells(101), "cells is"],
    ["UPDATE campaigns SET windowDays = '[0]'", "campaigns 1: windowDays is"],
    ["UPDATE campaigns SET windowDays = 'null'", "campaigns 1: windowDays is"],
    ["UPDATE campaignSettings SET value = '3601'", "value is"],
    ["UPDATE campaignSettings SET value = '1e999'", "value is"],
    ["UPDATE campaignSettings SET value = 'x'", "value is"],
    ["UPDATE connections SET expiresTicket = 525601", "connections 1: expiresTicket is 525601"],
    [
      `UPDATE messages SET place = '{"latitude":91,"longitude":0,"name":"","address":"","thumbnail":null}'`,
      "messages 1: place is",
    ],
    [
      `UPDATE tickets SET referral = '{"sourceId":"","sourceUrl":"javascript:1","title":"","text":"","clickId":""}'`,
      "tickets 1: referral is",
    ],
    ["UPDATE messages SET cards = '{}'", "messages 1: cards is"],
    [levels(11), "queueOptions 11: parentId is"],
    [wide(501), "queueOptions 1: queueId is"],
    [`${levels(3)}; UPDATE queueOptions SET parentId = 3 WHERE id = 1`, "queueOptions 1: parentId"],
    [`${levels(3)}; UPDATE queueOptions SET queueId = 2 WHERE id = 3`, "queueOptions 3: parentId"],
  ] as const;
  for (const sql of good) expect([sql, await refused(sql)]).toEqual([sql, ""]);
  for (const [sql, words] of bad) expect(await refused(sql)).toContain(words);
}, 60_000);

for (const ago of [1, 3, 6])
  test(`a company's database of ${ago} migrations ago fits: what came since is not looked for`, () => {
    const path = join(folder(), "company.sqlite");
    const sqlite = new Database(path, { strict: true });
    migrate(sqlite, migrationsFor("company").slice(0, -ago));
    sqlite.run(
      "INSERT INTO users (name, email, profile, createdAt, updatedAt) VALUES ('Rui', 'rui@paoquente.com.br', 'admin', 1, 1)",
    );
    sqlite.close();
    refuseForeignSchema(path);
    refuseUnfitCompany(path);
  });

test("what a company owes and paid goes with it, and finds the owner's own record when it comes back", async () => {
  const from = await shop();
  const { control, id } = from;
  const bill = (day: string, status: string) =>
    `INSERT INTO invoices (companyId, dueDate, detail, value, users, connections, queues, status, lines, createdAt, updatedAt) VALUES (${id}, '${day}', 'Completo', 9990, 1, 1, 1, '${status}', '[{"detail":"Completo","value":"99.90"}]', 1, 1)`;
  control.run(bill("2026-11-25", "paid"));
  control.run(bill("2026-12-25", "open"));
  const payment = (endToEndId: string, invoiceId: number, value: number) =>
    `INSERT INTO invoicePayments (endToEndId, invoiceId, companyId, companyName, detail, value, paidAt, createdAt) VALUES ('${endToEndId}', ${invoiceId}, ${id}, 'Quitanda', 'Completo', ${value}, 7, 7)`;
  control.run(payment("E1", 1, 9990));
  control.run(payment("manual:2", 2, 5000));
  const charge = (txid: string, checkAt: string) =>
    `INSERT INTO charges (txid, invoiceId, gateway, value, code, createdAt, expiresAt, checkAt) VALUES ('${txid}', 2, 'efi', 4990, 'x', 7, 8, ${checkAt})`;
  control.run(charge("open1", "9"));
  control.run(charge("over1", "NULL"));
  await from.exported();
  const paid = ({ control }: Awaited<ReturnType<typeof boxOf>>, company: number) =>
    control
      .query(
        "SELECT p.endToEndId, i.dueDate, i.status, p.value, p.elsewhere FROM invoicePayments p LEFT JOIN invoices i ON i.id = p.invoiceId WHERE p.companyId = ? ORDER BY p.id",
      )
      .values(company);
  const charges = ({ control }: Awaited<ReturnType<typeof boxOf>>) =>
    control
      .query("SELECT c.txid, i.dueDate FROM charges c JOIN invoices i ON i.id = c.invoiceId")
      .values();

  // To another box: that box received none of the payments.
  const there = await boxOf("Lia");
  there.control.run(
    "INSERT INTO invoicePayments (endToEndId, companyId, value, paidAt, createdAt) VALUES ('manual:2', 1, 1, 1, 1)",
  );
  const { company: moved } = await importCompany(there, from.to, { ...there, code });
  expect(paid(there, moved)).toEqual([
    ["E1", "2026-11-25", "paid", 9990, 1],
    [expect.stringMatching(/^manual:.{36}$/), "2026-12-25", "open", 5000, 1],
  ]);
  expect(charges(there)).toEqual([["open1", "2026-12-25"]]);

  // Deleted and imported again: each payment is there once, and belongs to this box.
  control.run("DELETE FROM companies WHERE id = ?", [id]);
  expect([paid(from, id), charges(from)]).toEqual([
    [
      ["E1", null, null, 9990, 0],
      ["manual:2", null, null, 5000, 0],
    ],
    [],
  ]);
  const { company: back } = await importCompany(from, from.to, { ...from, code });
  expect(paid(from, back)).toEqual([
    ["E1", "2026-11-25", "paid", 9990, 0],
    ["manual:2", "2026-12-25", "open", 5000, 0],
  ]);
  expect(charges(from)).toEqual([["open1", "2026-12-25"]]);
}, 60_000);

test("what nobody could have written in a box is refused in words: a hash that takes all memory, a zone on Mars, days and sums that there are not", async () => {
  const from = await shop();
  const there = await boxOf("Lia");
  const { control, id } = from;
  const refused = async (...sql: string[]) => {
    control.run("SAVEPOINT poison");
    for (const one of sql) control.run(one);
    await from.exported();
    control.run("ROLLBACK TO poison");
    control.run("RELEASE poison");
    return trouble(importCompany(there, from.to, { ...there, code }));
  };
  const invoice = (day: string, value: number, at = 1) =>
    `INSERT INTO invoices (companyId, dueDate, detail, value, users, connections, queues, status, createdAt, updatedAt) VALUES (${id}, '${day}', 'x', ${value}, 1, 1, 1, 'open', ${at}, 1)`;
  const unfit = "what the file says of the company does not fit: ";
  expect(
    await refused(
      "UPDATE identities SET passwordHash = replace(passwordHash, 'm=19456,t=2', 'm=3145728,t=60')",
    ),
  ).toBe(`${unfit}identities.0.identity.passwordHash is no password hash of this program`);
  expect(await refused("UPDATE companies SET timezone = 'Mars/X'")).toBe(
    `${unfit}company.timezone is "Mars/X"`,
  );
  expect(await refused("UPDATE companies SET dueDate = '2026-99-99'")).toBe(
    `${unfit}company.dueDate is "2026-99-99"`,
  );
  expect(await refused(invoice("zzz", 100))).toBe(`${unfit}invoices.0.dueDate is "zzz"`);
  for (const [change, place] of [
    ["UPDATE invoices SET lines = '[]'", "invoices.0.lines"],
    ["UPDATE invoices SET months = 13", "invoices.0.months"],
    ["UPDATE invoices SET credited = -1", "invoices.0.credited"],
    ["UPDATE invoicePayments SET value = -1", "invoicePayments.0.value"],
    ["UPDATE invoicePayments SET paidAt = 9000000000000000000", "invoicePayments.0.paidAt"],
  ] as const)
    expect(
      await refused(
        invoice("2026-12-01", 100),
        `INSERT INTO invoicePayments (endToEndId, invoiceId, value, paidAt, createdAt) SELECT 'E1', id, 1, 1, 1 FROM invoices`,
        change,
      ),
    ).toStartWith(`${unfit}${place} is `);
  expect(await refused(invoice("2026-12-01", 99_999_999_999_999))).toBe(
    `${unfit}invoices.0.value is 99999999999999`,
  );
  expect(await refused(invoice("2026-12-01", 100, 9e18))).toBe(
    `${unfit}invoices.0.createdAt is 9000000000000000000`,
  );
  expect(
    await refused(`UPDATE identities SET email = 'LIA@DONA.COM.BR' WHERE companyId = ${id}`),
  ).toBe(`${unfit}identities.0.identity.email is "LIA@DONA.COM.BR"`);
  expect(await refused(`DELETE FROM identities WHERE companyId = ${id}`)).toStartWith(
    `${unfit}identities is []`,
  );
  expect(await refused(`UPDATE identities SET userId = 77 WHERE companyId = ${id}`)).toBe(
    `${caio.email} signs in and is no user of the company`,
  );
  expect(there.control.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 1,
  });
  expect(
    await refused(
      `UPDATE companies SET dueDate = '2026-12-31', dueDay = 31, slug = 'quitanda', phone = '12025550123' WHERE id = ${id}`,
      invoice("2026-12-31", 9990),
    ),
  ).toBe("");
}, 60_000);

test("nothing that no migration made runs in this box: a trigger, a view or another table is refused", async () => {
  const from = await shop();
  const there = await boxOf("Lia");
  for (const [make, drop] of [
    ["CREATE TRIGGER evil AFTER INSERT ON events BEGIN SELECT 1; END", "DROP TRIGGER evil"],
    ["CREATE VIEW evil AS SELECT 1", "DROP VIEW evil"],
    ["CREATE TABLE evil (a)", "DROP TABLE evil"],
    ["CREATE INDEX evil ON events (length(payload))", "DROP INDEX evil"],
  ] as const) {
    from.dbs.open(from.id).sqlite.run(make);
    from.dbs.closeIdle(0);
    await from.exported();
    expect(await trouble(importCompany(there, from.to, { ...there, code }))).toContain(
      "the database is not laid out as this program lays it out",
    );
    from.dbs.open(from.id).sqlite.run(drop);
  }
  expect(
    readdirSync(join(there.data, "companies")).filter((name) => !name.startsWith("1.")),
  ).toEqual([]);
  from.dbs.open(from.id).sqlite.run("ANALYZE");
  from.dbs.closeIdle(0);
  await from.exported();
  expect(await importCompany(there, from.to, { ...there, code })).toMatchObject({
    name: "Quitanda",
  });
}, 60_000);

test("a file that was cut off or damaged leaves nothing behind", async () => {
  const from = await shop();
  await from.exported();
  const there = await boxOf("Lia");
  const bytes = Buffer.from(await Bun.file(from.to).arrayBuffer());
  const at = bytes.indexOf("SQLite format 3");
  bytes[at + 5000]! ^= 1;
  const damaged = `${from.to}.damaged`;
  await Bun.write(damaged, bytes);
  expect(await trouble(importCompany(there, damaged, { ...there, code }))).toContain(
    "company.sqlite is damaged in the file",
  );
  // The box that wrote the file detects the damage too.
  const { manifest } = await openArchive(from.to);
  expect([
    await trouble(refuseUnread(from.to, manifest)),
    await trouble(refuseUnread(damaged, manifest)),
  ]).toEqual(["", "company.sqlite does not read back"]);
  truncateSync(damaged, bytes.length - 2048);
  expect(await trouble(importCompany(there, damaged, { ...there, code }))).toContain("cut off");
  expect(there.control.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 1,
  });
  expect(readdirSync(join(there.data, "companies")).filter((name) => name.startsWith("2"))).toEqual(
    [],
  );
  expect(existsSync(join(there.data, "media/2"))).toBe(false);
  expect(
    new Database(join(there.data, "control.sqlite"), { readonly: true })
      .query("SELECT count(*) AS count FROM identities")
      .get(),
  ).toEqual({ count: 1 });
});

test("a picture that is damaged on the disk stays behind, and keeps no company from leaving", async () => {
  const from = await shop();
  await Bun.write(mediaPath(from.data, from.id, from.sha256), "cut off");
  await from.exported();
  const there = await boxOf("Lia");
  expect(await importCompany(there, from.to, { ...there, code })).toMatchObject({
    messages: 1,
    media: 0,
  });
});

test("a file of the first format, which lists its media in its manifest, is read as ever, and a list that was changed is refused", async () => {
  const path = join(folder(), "first.balcao");
  const media = [{ sha256: "a".repeat(64), size: 3 }];
  const header = {
    company: { id: 2, name: "Quitanda" },
    at: "2026-11-20T12:00:00Z",
    version: "0",
    moves: false,
    database: { size: 1, sha256: "b".repeat(64) },
    counts: {},
    lastMessageAt: null,
  };
  const opened = async (manifest: object, list = "") => {
    await Bun.write(
      path,
      Buffer.concat(
        await Array.fromAsync(
          tarOf([
            {
              name: "manifest.json",
              content: Buffer.from(JSON.stringify({ ...header, ...manifest })),
            },
            { name: "media.txt", content: Buffer.from(list) },
          ]),
        ),
      ),
    );
    return openArchive(path);
  };
  expect((await opened({ format: 1, media })).manifest.media).toEqual(media);
  const list = `${"a".repeat(64)} 3\n`;
  const mediaList = { size: list.length, sha256: sha256Of(list) };
  expect((await opened({ format: 2, mediaList }, list)).manifest.media).toEqual(media);
  expect(await trouble(opened({ format: 2, mediaList }, list.replace("3", "4")))).toContain(
    "media.txt is damaged",
  );
  const wrong = "../secrets/vault.key 3\n";
  expect(
    await trouble(
      opened({ format: 2, mediaList: { size: wrong.length, sha256: sha256Of(wrong) } }, wrong),
    ),
  ).toContain("media.txt is no list of files");
});

test("what would be read whole and is far too large, and far too many parts, are refused before they are read", async () => {
  const path = join(folder(), "large.balcao");
  const refused = async (parts: Iterable<TarPart>) => {
    await Bun.write(path, Buffer.concat(await Array.fromAsync(tarOf(parts))));
    return trouble(openArchive(path, 9));
  };
  expect(
    await refused([{ name: "manifest.json", content: Buffer.alloc(33_000_000, "[") }]),
  ).toStartWith("manifest.json is too large");
  expect(await refused([{ name: "box.sealed", content: Buffer.alloc(17_000_000) }])).toStartWith(
    "box.sealed is too large",
  );
  expect(
    await refused(Array.from({ length: 10 }, () => ({ name: "p", content: new Uint8Array() }))),
  ).toContain("has more than 9 parts");
}, 60_000);

/** Starts an import in a process, kills it while it reads the company, and starts the box again. */
async function killedImport() {
  const from = await shop();
  await from.exported();
  const there = await boxOf("Lia");
  there.close();
  const script = `
    const { openCompanyDbs, secret } = await import("${repository}/src/data-folder.ts");
    const { importCompany } = await import("${repository}/src/modules/company-files/import.ts");
    const { keyCost } = await import("${repository}/src/modules/backups/recovery-code.ts");
    keyCost.N = ${keyCost.N};
    const data = ${JSON.stringify(there.data)};
    const dbs = openCompanyDbs({ data });
    const reseal = () => process.kill(process.pid, "SIGKILL");
    await importCompany({ data, dbs, control: dbs.control.sqlite, key: secret(data, "vault"), reseal }, ${JSON.stringify(from.to)}, { code: "${code}", mediaKey: secret(data, "media") });`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  const left = () => [
    existsSync(join(there.data, "companies/2.sqlite")),
    existsSync(join(there.data, "media/2")),
  ];
  expect(left()).toEqual([true, true]);
  const started = async () => {
    const box = await serve({
      ...readEnv({ data: there.data, host: "127.0.0.1", port: "0" }, {}),
      logLevel: "error",
    });
    afterwards(() => box.stop());
    return box;
  };
  const companies = (box: { dbs: CompanyDbs }) =>
    box.dbs.control.sqlite
      .query<{ name: string }, []>("SELECT name FROM companies WHERE id > 1")
      .all();
  return { from, there, left, started, companies };
}

test("a company whose import was killed is gone at the next start, and comes by the same file", async () => {
  const { from, there, left, started, companies } = await killedImport();
  const box = await started();
  expect([companies(box), left()]).toEqual([[], [false, false]]);
  expect(
    readdirSync(join(there.data, "company-files")).filter((name) => name.endsWith(".parts")),
  ).toEqual([]);
  expect(
    await importCompany({ ...there, dbs: box.dbs, control: box.dbs.control.sqlite }, from.to, {
      ...there,
      code,
    }),
  ).toMatchObject({ name: "Quitanda", messages: 1 });
  await removeCutOff(box.dbs);
  expect(companies(box)).toEqual([{ name: "Quitanda" }]);
}, 60_000);

test("what a process that outlived its box still imports stays; once it has ended the next import makes way for itself", async () => {
  const { from, there, left, started, companies } = await killedImport();
  const release = lockImports(there.data);
  const box = await started();
  expect([companies(box), left()]).toEqual([[{ name: "Quitanda" }], [true, true]]);
  const again = () =>
    importCompany({ ...there, dbs: box.dbs, control: box.dbs.control.sqlite }, from.to, {
      ...there,
      code,
    });
  expect(await refusal(again)).toMatchObject({ kind: "busy" });
  release();
  expect(await again()).toMatchObject({ company: 3, name: "Quitanda" });
  expect([companies(box), left()]).toEqual([[{ name: "Quitanda" }], [false, false]]);
}, 60_000);

test("a label whose file never came goes with what else was left", async () => {
  const { dbs, data } = await boxOf("Rui");
  const path = join(data, "company-files");
  await Bun.write(
    join(path, "7.balcao.json"),
    JSON.stringify({ company: 7, name: "Quitanda", at: Date.now(), moves: false }),
  );
  await Bun.write(
    join(path, "8.balcao.json"),
    JSON.stringify({ company: 8, name: "Mercearia", at: Date.now(), moves: false }),
  );
  await Bun.write(join(path, "8.balcao"), "x");
  await new CompanyFiles({ dbs } as never).removeOld();
  expect(
    readdirSync(path)
      .filter((name) => name.includes(".balcao"))
      .toSorted(),
  ).toEqual(["8.balcao", "8.balcao.json"]);
});
