import { expect, spyOn } from "bun:test";
import { copyFileSync, readdirSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { day, minute, refusal, test, world } from "../../testing/world.ts";
import { connect } from "./connect.ts";
import { CompanyDbs } from "./company-dbs.ts";
import { list } from "../../modules/queues/queues.ts";

/** A box of many companies, with real files. */
function town(count: number) {
  const { control, clock, home } = world();
  for (let id = 3; id <= count; id++)
    control.sqlite.run(
      "INSERT INTO companies (id, name, planId, createdAt, updatedAt) VALUES (?1, 'Loja ' || ?1, 1, 0, 0)",
      [id],
    );
  const dbs = new CompanyDbs(control, home, new Uint8Array(32), clock.now);
  dbs.create(1);
  dbs.closeAll();
  for (let id = 2; id <= count; id++)
    copyFileSync(`${home}/companies/1.sqlite`, `${home}/companies/${id}.sqlite`);
  const files = () =>
    new Set(
      readdirSync("/proc/self/fd").flatMap((fd) => {
        try {
          const target = readlinkSync(`/proc/self/fd/${fd}`);
          return target.startsWith(`${home}/companies/`) ? [Number.parseInt(basename(target))] : [];
        } catch {
          return [];
        }
      }),
    );
  return { clock, control, home, dbs, files };
}

test("forty companies cost open files only for those in use", async () => {
  const { clock, dbs, files } = town(40);
  for (let id = 1; id <= 40; id++) list(dbs.open(id));
  expect(files().size).toBe(40);

  const holds = [dbs.hold(7)];
  clock.pass(5 * minute);
  dbs.open(9);
  dbs.closeIdle(5 * minute);
  await Bun.sleep(10);
  // The collector may find a trace of the file that was opened last on the stack.
  expect(files().size).toBeLessThanOrEqual(3);
  expect(
    dbs
      .openDbs()
      .map(({ company }) => company)
      .toSorted((a, b) => a - b),
  ).toEqual([7, 9]);

  clock.pass(day);
  dbs.closeIdle(5 * minute);
  await Bun.sleep(10);
  expect([...files()]).toEqual([7]);
  holds.pop()!();
  dbs.closeIdle(5 * minute);
  await Bun.sleep(10);
  expect([...files()]).toEqual([7]);
  clock.pass(5 * minute);
  dbs.closeIdle(5 * minute);
  await Bun.sleep(10);
  expect([...files()]).toEqual([]);
}, 240_000);

test("a company that was closed opens again with all it had", () => {
  const { clock, dbs } = town(2);
  dbs.open(1).sqlite.run("INSERT INTO settings VALUES ('probe', 'sim')");
  clock.pass(day);
  dbs.closeIdle(minute);
  expect(dbs.openDbs()).toEqual([]);
  expect(dbs.open(1).sqlite.query("SELECT value FROM settings WHERE key = 'probe'").get()).toEqual({
    value: "sim",
  });
  dbs.closeAll();
});

test("a company is closed at once while others read and write its file", () => {
  const { clock, dbs, home } = town(2);
  const db = dbs.open(1);
  const path = `${home}/companies/1.sqlite`;
  const [reader, writer] = [connect(path), connect(path)];
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM settings").get();
  db.sqlite.run("INSERT INTO settings VALUES ('probe', 'sim')");
  writer.run("BEGIN IMMEDIATE");
  const run = spyOn(db.sqlite, "run");
  clock.pass(day);
  dbs.closeIdle(minute);
  expect(dbs.openDbs()).toEqual([]);
  // Each lock is taken without a wait.
  const pragmas = run.mock.calls.map(([sql]) => sql);
  expect(pragmas.indexOf("PRAGMA busy_timeout = 0")).toBeLessThan(
    pragmas.indexOf("PRAGMA optimize"),
  );
  expect(pragmas.filter((sql) => /TRUNCATE|RESTART|FULL/.test(sql))).toEqual([]);
  writer.close();
  reader.close();
  expect(dbs.open(1).sqlite.query("SELECT value FROM settings WHERE key = 'probe'").get()).toEqual({
    value: "sim",
  });
  dbs.closeAll();
});

test("while it is held by two, one leaving closes nothing", () => {
  const { clock, dbs } = town(2);
  const [one, other] = [dbs.hold(1), dbs.hold(1)];
  one();
  one();
  clock.pass(day);
  dbs.closeIdle(minute);
  expect(dbs.openDbs()).toHaveLength(1);
  other();
  clock.pass(day);
  dbs.closeIdle(minute);
  expect(dbs.openDbs()).toHaveLength(0);
});

test("there is one store a company while it is open", () => {
  const { dbs } = world();
  expect(dbs.open(1)).toBe(dbs.open(1));
  expect(dbs.open(2)).not.toBe(dbs.open(1));
});

test("a company that doesn't exist gets no file", async () => {
  const { dbs, home } = world();
  expect(await refusal(() => dbs.open(77))).toEqual({
    kind: "missing",
    reason: "ERR_NO_COMPANY_FOUND",
  });
  expect(readdirSync(`${home}/companies`)).toEqual([]);
});
