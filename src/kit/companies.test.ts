import { expect } from "bun:test";
import { copyFileSync, readdirSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { day, minute, refusal, test, world } from "../testing/world.ts";
import { Companies } from "./companies.ts";
import { list } from "../modules/queues/queues.ts";

/** A box of many companies, with real files. */
function town(count: number) {
  const { control, clock, home } = world();
  for (let id = 3; id <= count; id++) control.sqlite.run("INSERT INTO companies (id, name, planId, createdAt, updatedAt) VALUES (?1, 'Loja ' || ?1, 1, 0, 0)", [id]);
  const house = new Companies(control, home, new Uint8Array(32), clock.now);
  house.make(1);
  house.closeAll();
  for (let id = 2; id <= count; id++) copyFileSync(`${home}/companies/1.sqlite`, `${home}/companies/${id}.sqlite`);
  const files = () => new Set(readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(`${home}/companies/`) ? [Number.parseInt(basename(target))] : [];
    } catch {
      return [];
    }
  }));
  return { clock, control, home, house, files };
}

test("forty companies cost open files only for those in use", async () => {
  const { clock, house, files } = town(40);
  for (let id = 1; id <= 40; id++) list(house.open(id));
  expect(files().size).toBe(40);

  const holds = [house.hold(7)];
  clock.pass(5 * minute);
  house.open(9);
  house.closeIdle(5 * minute);
  await Bun.sleep(10);
  expect([...files()].toSorted((a, b) => a - b)).toEqual([7, 9]);
  expect(house.stores().map(({ company }) => company).toSorted((a, b) => a - b)).toEqual([7, 9]);

  clock.pass(day);
  house.closeIdle(5 * minute);
  await Bun.sleep(10);
  expect([...files()]).toEqual([7]);
  holds.pop()!();
  house.closeIdle(5 * minute);
  await Bun.sleep(10);
  expect([...files()]).toEqual([7]);
  clock.pass(5 * minute);
  house.closeIdle(5 * minute);
  await Bun.sleep(10);
  expect([...files()]).toEqual([]);
}, 240_000);

test("a company that was closed opens again with all it had", () => {
  const { clock, house } = town(2);
  house.open(1).sqlite.run("INSERT INTO settings VALUES ('probe', 'sim')");
  clock.pass(day);
  house.closeIdle(minute);
  expect(house.stores()).toEqual([]);
  expect(house.open(1).sqlite.query("SELECT value FROM settings WHERE key = 'probe'").get()).toEqual({ value: "sim" });
  house.closeAll();
});

test("while it is held by two, one leaving closes nothing", () => {
  const { clock, house } = town(2);
  const [one, other] = [house.hold(1), house.hold(1)];
  one();
  one();
  clock.pass(day);
  house.closeIdle(minute);
  expect(house.stores()).toHaveLength(1);
  other();
  clock.pass(day);
  house.closeIdle(minute);
  expect(house.stores()).toHaveLength(0);
});

test("there is one store a company while it is open", () => {
  const { house } = world();
  expect(house.open(1)).toBe(house.open(1));
  expect(house.open(2)).not.toBe(house.open(1));
});

test("a company that doesn't exist gets no file", async () => {
  const { house, home } = world();
  expect(await refusal(() => house.open(77))).toEqual({ kind: "missing", reason: "ERR_NO_COMPANY_FOUND" });
  expect(readdirSync(`${home}/companies`)).toEqual([]);
});
