import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedUntilChange } from "./changes.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-changes-"));
afterAll(() => rmSync(folder, { recursive: true }));

function shelf() {
  const path = join(folder, `${crypto.randomUUID()}.sqlite`);
  const sqlite = new Database(path, { create: true });
  sqlite.run("PRAGMA journal_mode = WAL");
  sqlite.run("CREATE TABLE loaves (name TEXT NOT NULL)");
  sqlite.run("CREATE TABLE prices (cents INTEGER NOT NULL)");
  const cached = cachedUntilChange<string>("loavesChanged", [{ table: "loaves" }], 10);
  let readings = 0;
  const read = () =>
    cached(sqlite, "all", () => {
      readings += 1;
      return (
        (
          sqlite.query("SELECT group_concat(name) AS names FROM loaves").get() as {
            names: string | null;
          }
        ).names ?? ""
      );
    });
  return {
    path,
    sqlite,
    read,
    readings: () => readings,
    bake: (name: string) => sqlite.run("INSERT INTO loaves VALUES (?)", [name]),
  };
}

test("what was read is cached until its table changes, not another", () => {
  const { sqlite, read, readings, bake } = shelf();
  expect([read(), read()]).toEqual(["", ""]);
  sqlite.run("INSERT INTO prices VALUES (100)");
  expect([read(), readings()]).toEqual(["", 1]);
  bake("broa");
  expect([read(), read(), readings()]).toEqual(["broa", "broa", 2]);
});

test("within a write one reads what it wrote, and after a rollback what was there before", () => {
  const { sqlite, read, readings, bake } = shelf();
  bake("broa");
  expect(read()).toBe("broa");
  sqlite.run("BEGIN");
  expect([read(), readings()]).toEqual(["broa", 1]);
  bake("pão");
  expect([read(), read(), readings()]).toEqual(["broa,pão", "broa,pão", 2]);
  sqlite.run("SAVEPOINT step");
  bake("bolo");
  expect(read()).toBe("broa,pão,bolo");
  sqlite.run("ROLLBACK TO step");
  expect(read()).toBe("broa,pão");
  sqlite.run("ROLLBACK");
  expect(read()).toBe("broa");
  bake("sonho");
  expect(read()).toBe("broa,sonho");
});

test("what is first asked for within a write that is rolled back is not cached", () => {
  const { sqlite, read, bake } = shelf();
  sqlite.run("BEGIN");
  bake("broa");
  expect(read()).toBe("broa");
  sqlite.run("ROLLBACK");
  expect(read()).toBe("");
  bake("pão");
  expect(read()).toBe("pão");
});

test("what another process writes counts from the next turn of the event loop", async () => {
  const { path, read } = shelf();
  expect(read()).toBe("");
  const other = new Database(path);
  other.run("INSERT INTO loaves VALUES ('broa')");
  await new Promise(setImmediate);
  expect(read()).toBe("broa");
  other.close();
});

test("of a table whose new rows are not told nothing is cached within a write", () => {
  const { sqlite, bake } = shelf();
  bake("broa");
  const cached = cachedUntilChange<unknown>(
    "namesChanged",
    [{ table: "loaves", columns: ["name"] }],
    10,
  );
  const read = () =>
    cached(sqlite, "pão", () => sqlite.query("SELECT name FROM loaves WHERE name = 'pão'").get());
  expect(read()).toBeNull();
  sqlite.run("UPDATE loaves SET name = 'bolo'");
  sqlite.run("BEGIN");
  bake("pão");
  expect(read()).toEqual({ name: "pão" });
  sqlite.run("ROLLBACK");
  expect(read()).toBeNull();
});
