import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { claimedFolder } from "./claimed.ts";
import { owner, runBalcao, startBox } from "./running.ts";
import { test } from "./world.ts";
import { migrate, migrationsFor } from "../kit/db/migrate.ts";

/**
 * A box as an earlier release left it: with the first so many migrations, an owner, a contact and a
 * company.
 */
async function boxOf(control: number, company: number) {
  const data = await claimedFolder();
  for (const [path, kind, count] of [
    ["control.sqlite", "control", control],
    ["companies/1.sqlite", "company", company],
  ] as const) {
    const now = new Database(join(data, path));
    const applied = migrationsFor(kind).slice(0, count);
    const old = new Database(":memory:");
    migrate(old, applied);
    const tables = old
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
      )
      .all()
      .map(({ name }) => name);
    old.run("PRAGMA foreign_keys = OFF");
    for (const table of tables.filter((name) =>
      ["companies", "plans", "identities", "users", "queues"].includes(name),
    )) {
      const columns = old
        .query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name);
      const there = now
        .query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name);
      const shared = columns.filter((name) => there.includes(name));
      old.run(`DELETE FROM ${table}`);
      for (const row of now.query(`SELECT ${shared.join(", ")} FROM ${table}`).all())
        old.run(
          `INSERT INTO ${table} (${shared.join(", ")}) VALUES (${shared.map(() => "?").join(", ")})`,
          Object.values(row as object) as string[],
        );
    }
    now.close();
    for (const end of ["", "-wal", "-shm"])
      await Bun.file(join(data, path + end))
        .delete()
        .catch(() => undefined);
    await Bun.write(join(data, path), old.serialize());
  }
  return data;
}

for (const [control, company] of [
  [3, 6],
  [7, 16],
  [10, 33],
] as const)
  test(`data of a release that knew ${control} and ${company} migrations is brought up, and a copy of it kept`, async () => {
    const data = await boxOf(control, company);
    const status = async () =>
      JSON.parse((await runBalcao(["migrate", "status", "--data", data, "--json"])).out) as {
        upToDate: boolean;
        files: { file: string; pending: string[] }[];
      };
    const pending = async () => (await status()).files.map((each) => each.pending.length);
    const all = [
      migrationsFor("control").length - control,
      migrationsFor("company").length - company,
    ];
    expect([(await status()).upToDate, await pending()]).toEqual([
      all[0] === 0 && all[1] === 0,
      all,
    ]);
    const up = await runBalcao(["migrate", "up", "--data", data, "--json"]);
    expect([up.code, up.err]).toEqual([0, ""]);
    const { path } = JSON.parse(up.out) as { path?: string };
    expect(path === undefined ? all : [existsSync(path)]).toEqual(
      path === undefined ? [0, 0] : [true],
    );
    expect(await status()).toMatchObject({ upToDate: true });

    const box = await startBox(data);
    expect(await box.stranger.post("/auth/login", owner)).toMatchObject({
      status: 200,
      body: { user: { name: "Rui", companyId: 1 } },
    });
    expect(await runBalcao(["migrate", "up", "--data", data])).toMatchObject({
      code: 78,
      err: expect.stringContaining("in use"),
    });
  }, 30_000);
