import { expect } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openCompanyDbs } from "../../data-folder.ts";
import { addMedia } from "../../kit/db/media.ts";
import { readEnv } from "../../env.ts";
import { serve } from "../../serve.ts";
import { claimedFolder } from "../../testing/claimed.ts";
import { owner } from "../../testing/running.ts";
import {
  afterwards,
  builders,
  caller,
  dot,
  folder,
  hour,
  test,
  until,
} from "../../testing/world.ts";
import { BackupRunner } from "./backup-runner.ts";
import { copiesIn, listCopies } from "./manifest.ts";
import { readPlan } from "./plan.ts";
import { recoveryCode } from "./recovery-code.ts";
import { sendAway } from "./send-away.ts";
import { stateOf } from "./state.ts";
import type { BackupState } from "./table.ts";

/** The data folder of Rui's stopped box, with an adjustable clock. */
async function claimed() {
  const data = await claimedFolder();
  const clock = { ahead: 0 };
  const dbs = openCompanyDbs({ data }, () => Date.now() + clock.ahead);
  return { data, dbs, clock };
}

/** Rui's box in this process. */
async function running() {
  const data = await claimedFolder();
  const box = await serve({
    ...readEnv({ data, host: "127.0.0.1", port: "0" }, {}),
    logLevel: "error",
  });
  afterwards(() => box.stop());
  const rui = caller(
    box.url,
    (await caller(box.url).post<{ token: string }>("/auth/login", owner)).body.token,
  );
  const state = async () => (await rui.get<BackupState>("/backups")).body;
  const settled = () =>
    until(async () => {
      const now = await state();
      return now.running === null && now;
    }, 60_000);
  return { data, box, rui, state, settled };
}

test("the owner has a copy made, here and on another disk, and reads when the next one is due", async () => {
  const { data, rui, settled } = await running();
  const disk = folder();
  expect(await rui.put("/backups", { folder: join(disk, "gone") })).toMatchObject({
    status: 422,
    body: { fields: { folder: "invalid" } },
  });
  symlinkSync(data, join(disk, "data"));
  symlinkSync("/etc", join(disk, "etc"));
  for (const [name, target] of [
    ["linked", "/var/spool"],
    ["back", data],
  ] as const) {
    mkdirSync(join(disk, name));
    symlinkSync(target, join(disk, name, "balcao-backups"));
  }
  const refused = [
    ["/etc", "system"],
    ["/", "system"],
    ["/usr/share", "system"],
    ["/var", "system"],
    ["/var/lib", "system"],
    ["/var/spool/cron", "system"],
    ["/root", "system"],
    ["/tmp", "system"],
    ["/snap/core", "system"],
    [join(disk, "etc"), "system"],
    [join(disk, "linked"), "system"],
    [join(disk, "back"), "inside"],
    [data, "inside"],
    [join(data, "media"), "inside"],
    [join(disk, "data"), "inside"],
  ] as const;
  for (const [path, why] of refused)
    expect([path, await rui.put("/backups", { folder: path })]).toMatchObject([
      path,
      { status: 422, body: { fields: { folder: why } } },
    ]);
  for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
  expect(await rui.put("/backups", { bucket: "shop" })).toMatchObject({
    status: 422,
    body: {
      fields: { endpoint: "required", accessKeyId: "required", secretAccessKey: "required" },
    },
  });
  expect(await rui.put("/backups", { folder: disk, time: "03:15" })).toMatchObject({
    status: 200,
    body: { folder: disk, time: "03:15" },
  });
  expect(await rui.post("/backups")).toMatchObject({ status: 202, body: { running: "copy" } });
  expect(await rui.post("/backups")).toMatchObject({
    status: 429,
    body: { error: "ERR_BACKUP_RUNNING" },
  });
  const { copies, away, lastError, stale, dueAt } = await settled();
  expect({ copies, away, lastError, stale }).toMatchObject({
    copies: [{ reason: "hand", companies: 1, failed: [] }],
    away: [{ to: "folder", name: copies[0]!.name }],
    lastError: null,
    stale: false,
  });
  expect(new Date(dueAt!).toISOString()).toMatch(/T06:15:00/);
  expect(readdirSync(join(disk, "balcao-backups", copies[0]!.name)).sort()).toEqual(
    readdirSync(join(data, "backups", copies[0]!.name)).sort(),
  );

  renameSync(join(disk, "balcao-backups"), join(disk, "unplugged"));
  symlinkSync("/var/spool", join(disk, "balcao-backups"));
  await rui.post("/backups");
  expect(await settled()).toMatchObject({
    away: [{ to: "folder", error: expect.stringContaining("the system"), reason: "denied" }],
  });
  unlinkSync(join(disk, "balcao-backups"));
  await rui.post("/backups");
  expect(await settled()).toMatchObject({
    away: [
      { to: "folder", error: expect.stringContaining("is the disk connected?"), reason: "gone" },
    ],
    lastError: "ERR_COPY_AWAY",
  });
  expect(readdirSync(disk)).toEqual(["unplugged"]);
}, 90_000);

test("in safe mode a copy that is asked for goes nowhere, and no mail is tried", async () => {
  const { data, box, rui, settled } = await running();
  const disk = folder();
  await rui.put("/backups", { folder: disk });
  box.dbs.control.sqlite.run("INSERT INTO instance VALUES ('restored', ?)", [
    JSON.stringify({ copy: "", at: "", since: "", companies: [], unlinked: [] }),
  ]);
  await rui.post("/backups");
  expect(await settled()).toMatchObject({
    copies: [{ reason: "hand" }],
    away: [],
    lastError: null,
  });
  expect(
    await sendAway(data, join(copiesIn(data), listCopies(copiesIn(data))[0]!.name), []),
  ).toEqual([]);
  expect(readdirSync(join(disk, "balcao-backups"))).toEqual([]);
  expect(await rui.post("/box/mail/test", { to: owner.email, language: "ptBR" })).toMatchObject({
    status: 503,
    body: { error: "ERR_SAFE_MODE" },
  });
}, 90_000);

test("the newest copy is tried as a box of its own, beside the one that runs", async () => {
  const { data, box, rui, settled } = await running();
  const make = builders(box.dbs.open(1));
  make.connection({ isDefault: true });
  const { id: queueId } = make.queue();
  make.ticket({ contactId: make.contact().id, whatsappId: 1, queueId });
  const picture = await box.dbs.open(1).files.keep(dot, "broa.png");
  box.dbs.open(1).write((tx) => void addMedia(tx, picture, Date.now()));
  await rui.post("/backups");
  const [copy] = (await settled()).copies;
  expect(await rui.post("/backups/drill")).toMatchObject({
    status: 202,
    body: { running: "drill" },
  });
  expect((await settled()).drill).toMatchObject({ copy: copy!.name, tickets: 1, files: 1 });
  expect((await settled()).drill).not.toHaveProperty("error");
  rmSync(join(data, "backups/media", picture.sha256.slice(0, 2), picture.sha256));
  await rui.post("/backups/drill");
  expect((await settled()).drill).toMatchObject({
    error: `media ${picture.sha256} is missing`,
    reason: "damaged",
  });
  writeFileSync(join(data, "secrets/recovery-code"), "0000-0000\n");
  await rui.post("/backups/drill");
  expect((await settled()).drill).toMatchObject({ reason: "code" });
  expect(readdirSync(data).filter((name) => name.startsWith("drill"))).toEqual([]);
}, 120_000);

test("a copy that was due while the box was off is made up for, and one that is late is told", async () => {
  const { data, dbs, clock } = await claimed();
  afterwards(() => dbs.control.sqlite.close());
  const runner = new BackupRunner(dbs.control, data, () => {}, {
    isHeld: () => false,
    allow: [],
  });
  afterwards(() => runner.stop());
  runner.runDue();
  expect(runner.running).toBe(null);
  clock.ahead = 27 * hour;
  expect(stateOf(dbs.control, runner)).toMatchObject({ stale: true, copies: [] });
  runner.runDue();
  expect(runner.running).toBe("copy");
  expect(readPlan(dbs.control).dueAt!.getTime()).toBeGreaterThan(Date.now() + clock.ahead);
  await until(() => runner.running === null, 60_000);
  expect(readPlan(dbs.control)).toMatchObject({ lastError: null });
}, 90_000);

test("with backup_every a box that was written to copies itself, one that was not does not, and what is the same is linked", async () => {
  const { data, dbs, clock } = await claimed();
  afterwards(() => dbs.control.sqlite.close());
  const every = 15 * 60_000;
  const terms = { isHeld: () => false, allow: [], every };
  const runner = new BackupRunner(dbs.control, data, () => {}, terms);
  afterwards(() => runner.stop());
  const runs = async () => {
    runner.runDue();
    const hasRun = runner.running !== null;
    await until(() => runner.running === null, 60_000);
    return hasRun;
  };
  const file = () => {
    const { name } = listCopies(copiesIn(data))[0]!;
    return statSync(join(copiesIn(data), name, "company-1.sqlite")).ino;
  };
  // The first copy would make it.
  recoveryCode(data);
  expect(await runs()).toBe(true);
  const first = file();
  clock.ahead += every - 60_000;
  expect(await runs()).toBe(false);
  clock.ahead += 2 * 60_000;
  expect(await runs()).toBe(false);
  const company = dbs.open(1);
  writeFileSync(join(data, "secrets/extra"), "1");
  expect(await runs()).toBe(true);
  expect(file()).toBe(first);
  clock.ahead += every;
  builders(company).contact();
  expect(await runs()).toBe(true);
  expect(file()).not.toBe(first);
}, 120_000);

test("the recovery code is shown for the password alone, and noted", async () => {
  const { data, rui, state } = await running();
  expect(await rui.post("/backups/sheet", {})).toMatchObject({
    status: 422,
    body: { fields: { password: "required" } },
  });
  expect(await rui.post("/backups/sheet", { password: "outra-senha" })).toMatchObject({
    status: 422,
    body: { fields: { password: "wrong" } },
  });
  expect((await state()).sheetAt).toBe(null);
  expect(await rui.post("/backups/sheet", { password: owner.password })).toMatchObject({
    status: 200,
    body: { code: recoveryCode(data) },
  });
  expect((await state()).sheetAt).not.toBe(null);
  expect(JSON.stringify((await rui.get("/audit")).body)).toContain("recoveryCodeShown");
});
