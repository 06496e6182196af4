import { expect } from "bun:test";
import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { claimedFolder } from "../../testing/claimed.ts";
import { owner, startBox } from "../../testing/running.ts";
import { spreadsheet, customers, formWith } from "../../testing/sheets.ts";
import { minute, test, until } from "../../testing/world.ts";
import type { Import, ReadFile } from "./table.ts";

const rows = 3000;

test("an import goes on after the box was killed, and imports every row once", async () => {
  const data = await claimedFolder();
  const enters = async (box: Awaited<ReturnType<typeof startBox>>) =>
    box.as((await box.stranger.post<{ token: string }>("/auth/login", owner)).body.token);

  let box = await startBox(data);
  let rui = await enters(box);
  const { body } = await rui.post<ReadFile>(
    "/contacts/import/file",
    formWith(customers(rows), "clientes.csv"),
  );
  await rui.post(`/contacts/import/file/${body.id}`, { mapping: body.mapping });
  const at = async () => (await rui.get<Import>(`/contacts/import/file/${body.id}`)).body;
  for (const part of [0.2, 0.5]) {
    await until(async () => (await at()).done > rows * part, 30_000);
    await box.kill();
    box = await startBox(data);
    rui = await enters(box);
    expect((await at()).state).toBe("running");
  }
  expect(await until(async () => (await at()).state === "done" && at(), 30_000)).toMatchObject({
    total: rows,
    done: rows,
    created: rows,
    updated: 0,
    refused: 0,
  });
  expect(await box.stop()).toBe(0);

  const company = new Database(join(data, "companies/1.sqlite"), { readonly: true });
  const one = (sql: string) => Object.values(company.query(sql).get() as object)[0] as number;
  expect([
    one("SELECT count(DISTINCT number) FROM contacts"),
    one("SELECT count(*) FROM identifiers"),
    one("SELECT count(*) FROM contactTags"),
    one("SELECT count(*) FROM tags"),
    one("SELECT count(*) FROM importRows"),
  ]).toEqual([rows, rows, rows, 1, 1]);
  expect(company.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  company.close();
}, 90_000);

test("a file that was being read when the box was killed is never shown, and soon deleted", async () => {
  const data = await claimedFolder();
  let box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const large = spreadsheet([
    ["Nome", "Telefone"],
    ...Array.from({ length: 20_000 }, (_, index) => [`Cliente ${index}`, 5511900000000 + index]),
  ]);
  const sending = box
    .as(token)
    .post("/contacts/import/file", formWith(large, "clientes.xlsx"))
    .catch(() => undefined);
  await until(() => filesIn(join(data, "media/1/incoming")).length > 0);
  await box.kill();
  await sending;
  box = await startBox(data);
  const rui = box.as((await box.stranger.post<{ token: string }>("/auth/login", owner)).body.token);
  expect((await rui.get("/contacts/import/file")).body).toEqual({ import: null } as never);
  expect(filesIn(join(data, "media/1/incoming"))).toEqual([]);
  expect((await rui.get("/contacts")).body).toMatchObject({ count: 0 });
  await box.stop();

  box = await startBox(data, { env: { BALCAO_CLOCK_AHEAD: String(11 * minute) } });
  await box.stranger.post("/auth/login", owner);
  await until(() => rowsIn(data) === 0);
  await box.stop();
}, 60_000);

function rowsIn(data: string): number {
  const company = new Database(join(data, "companies/1.sqlite"), { readonly: true });
  const { count } = company
    .query(
      "SELECT (SELECT count(*) FROM imports) + (SELECT count(*) FROM importRows) + (SELECT count(*) FROM jobs) AS count",
    )
    .get() as { count: number };
  company.close();
  return count;
}

const filesIn = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};
