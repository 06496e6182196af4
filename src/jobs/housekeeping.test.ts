import { expect } from "bun:test";
import { existsSync, mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { day, dot, test, world } from "../testing/world.ts";
import { sweepFiles } from "./housekeeping.ts";

test("a file that no row names is deleted after a day, but for the month after an upgrade, whose data may name it", async () => {
  const { db, dbs } = world();
  const { sha256 } = await db.files.keep(dot, "dot.png");
  db.files.release(sha256);
  const path = db.files.path(sha256);
  const old = (Date.now() - 31 * day) / 1000;
  utimesSync(path, old, old);
  const copy = join(dbs.folder, "before-upgrade");
  mkdirSync(copy);
  await sweepFiles(dbs);
  expect(existsSync(path)).toBe(true);
  utimesSync(copy, old, old);
  await sweepFiles(dbs);
  expect(existsSync(path)).toBe(false);
});
