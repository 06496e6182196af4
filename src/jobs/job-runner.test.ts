import { expect } from "bun:test";
import { JobRunner } from "./job-runner.ts";
import { dueJobs, finishJob, planJob, type Job } from "../kit/db/jobs.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { afterwards, hour, second, test, until, world, type World } from "../testing/world.ts";

/** A box whose jobs run the test's work, and which records the started ones. */
function working(shop: World, work: (db: CompanyDb, job: Job) => Promise<void>) {
  const begun: string[] = [];
  const jobRunner = new JobRunner(shop.dbs, {
    errand: (db, job) => (begun.push(String(job.payload.name)), work(db, job)),
  });
  afterwards(() => jobRunner.stop());
  return { begun, jobRunner };
}

const give = ({ db, clock }: World, name: string, { queueKey = name, later = 0 } = {}) =>
  db.write((tx) =>
    planJob(tx, { kind: "errand", queueKey, runAt: clock.now() + later, payload: { name } }),
  );
const left = ({ db }: World) =>
  db.sqlite
    .query("SELECT payload ->> '$.name' AS name, runAt, attempts FROM jobs ORDER BY id")
    .all() as { name: string; runAt: number; attempts: number }[];
const done = async (db: CompanyDb, { id }: Job) => db.write((tx) => void finishJob(tx, id));

test("what is due is done in its lane's order, one at a time; what is not yet due waits, and so does all behind it", async () => {
  const shop = world();
  let [under, most] = [0, 0];
  const { begun, jobRunner } = working(shop, async (db, job) => {
    most = Math.max(most, (under += 1));
    await Bun.sleep(3);
    under -= 1;
    await done(db, job);
  });
  for (const name of ["a", "b", "c"]) give(shop, name, { queueKey: "one" });
  give(shop, "d", { queueKey: "other", later: 5 * second });
  give(shop, "e", { queueKey: "other" });
  jobRunner.runAllDue();
  await until(() => left(shop).length === 2);
  expect([begun, most]).toEqual([["a", "b", "c"], 1]);
  shop.clock.pass(5 * second);
  jobRunner.runAllDue();
  await until(() => left(shop).length === 0);
  expect(begun).toEqual(["a", "b", "c", "d", "e"]);
});

test("128 of a company are under way at once, and one that hangs holds up no other company", async () => {
  const shop = world();
  const open = Promise.withResolvers<void>();
  const { begun, jobRunner } = working(shop, async (db, job) => {
    if (db.company === 1) await open.promise;
    await done(db, job);
  });
  for (let index = 0; index < 150; index++) give(shop, `a${index}`);
  jobRunner.runAllDue();
  jobRunner.runAllDue();
  expect(begun).toHaveLength(128);
  const other = shop.dbs.open(2);
  other.write((tx) =>
    planJob(tx, { kind: "errand", queueKey: "b", runAt: shop.clock.now(), payload: { name: "b" } }),
  );
  jobRunner.runAllDue();
  await until(() => begun.includes("b"));
  open.resolve();
  await until(() => left(shop).length === 0);
  expect([begun.length, new Set(begun).size]).toEqual([151, 151]);
});

test("what failed comes again later and later, and holds up its queueKey alone", async () => {
  const shop = world();
  let broken = true;
  const { begun, jobRunner } = working(shop, async (db, job) => {
    if (broken && job.payload.name === "a") throw new Error("broken");
    await done(db, job);
  });
  const began = shop.clock.now();
  give(shop, "a", { queueKey: "one" });
  give(shop, "b", { queueKey: "one" });
  give(shop, "c", { queueKey: "other" });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt++) {
    jobRunner.runAllDue();
    await until(() => left(shop)[0]!.attempts === attempt && left(shop).length === 2);
    waits.push(left(shop)[0]!.runAt - shop.clock.now());
    shop.clock.set(left(shop)[0]!.runAt);
  }
  expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80].map((seconds) => seconds * second));
  expect(Math.max(...waits)).toBe(hour);
  broken = false;
  jobRunner.runAllDue();
  await until(() => left(shop).length === 0);
  expect(begun.filter((name) => name !== "a")).toEqual(["c", "b"]);
  expect(shop.clock.now()).toBeGreaterThan(began);
});

test("where nothing can be written, nobody is asked over and over, and the box stays up", async () => {
  const shop = world();
  const { begun, jobRunner } = working(shop, done);
  give(shop, "a");
  for (const what of ["DELETE", "UPDATE"])
    shop.db.sqlite.run(
      `CREATE TEMP TRIGGER full_${what} BEFORE ${what} ON jobs BEGIN SELECT raise(ABORT, 'full'); END`,
    );
  for (let tick = 0; tick < 20; tick++) {
    jobRunner.runAllDue();
    await Bun.sleep(5);
  }
  expect(begun).toEqual(["a"]);
  expect(left(shop)).toMatchObject([{ name: "a", attempts: 0 }]);
});

test("who stops waits a moment for what is under way, and begins nothing more", async () => {
  const shop = world();
  const open = Promise.withResolvers<void>();
  const { begun, jobRunner } = working(shop, async (db, job) => {
    await open.promise;
    await done(db, job);
  });
  for (const name of ["a", "b"]) give(shop, name, { queueKey: "one" });
  jobRunner.runAllDue();
  const stopped = jobRunner.stop();
  open.resolve();
  await stopped;
  jobRunner.runAllDue();
  expect([begun, left(shop).map(({ name }) => name)]).toEqual([["a"], ["b"]]);
});

test("what was planned before the clock was put back is done as soon as may be, if it was in haste", () => {
  const { db, clock } = world();
  for (const kind of ["bot", "sweep"])
    db.write((tx) =>
      planJob(tx, { kind, queueKey: kind, runAt: clock.now() + second, payload: {} }),
    );
  const kinds = () => dueJobs(db, 9, ["bot"]).map(({ kind }) => kind);
  expect(kinds()).toEqual([]);
  clock.pass(-24 * hour);
  expect(kinds()).toEqual(["bot"]);
  clock.pass(24 * hour + second);
  expect(kinds()).toEqual(["bot", "sweep"]);
});
