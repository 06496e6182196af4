import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { patientIn } from "../commands/doctor.ts";
import { openCompanyDbs } from "../data-folder.ts";
import { readEnv } from "../env.ts";
import { examine } from "../health/examine.ts";
import { blocked } from "../kit/process/watchdog.ts";
import { claim } from "../modules/setup/setup.ts";
import { serve } from "../serve.ts";
import { runWatched } from "./watched-run.ts";
import { afterwards, caller, folder, test, until } from "./world.ts";

const rui = { name: "Rui", email: "rui@shop.com.br", password: "pao-quente-1" };

/** A box with a job that blocks for ever, and another job after it. */
async function withPoison() {
  const data = folder();
  const dbs = openCompanyDbs({ data });
  await claim(dbs, rui);
  const { sqlite } = dbs.open(1);
  sqlite.run(
    "CREATE TRIGGER poison BEFORE DELETE ON jobs WHEN old.payload = '{\"importId\":666}' BEGIN SELECT (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c); END",
  );
  sqlite.run(
    "INSERT INTO jobs (id, kind, lane, runAt, payload) VALUES (15, 'contactImportSweep', 'x', 0, '{\"importId\":666}'), (16, 'contactImportSweep', 'x', 0, '{\"importId\":7}')",
  );
  dbs.closeAll();
  dbs.control.sqlite.close();
  return data;
}

const envOf = (data: string) => readEnv({ data, host: "127.0.0.1", port: "0" }, {});

test("a job that blocks the box for the third time is set aside, and the box goes on", async () => {
  const data = await withPoison();
  for (const _ of [1, 2, 3]) expect(await runWatched(data)).toBe(blocked);

  const served = await serve(envOf(data));
  afterwards(() => served.stop());
  const { sqlite } = served.dbs.open(1);
  const jobs = () =>
    sqlite.query("SELECT id, lane FROM jobs WHERE id IN (15, 16) ORDER BY id").all();
  // The next job went on, and the blocking one waits by itself.
  await until(() => JSON.stringify(jobs()) === '[{"id":15,"lane":"aside 15"}]' || undefined);

  const log = readFileSync(join(data, "logs", "balcao.log"), "utf8");
  expect(log.match(/"event":"restarted"/g)).toHaveLength(3);
  expect(log).toContain('"event":"setAside","work":"job|contactImportSweep|1|15"');
  const { patient, close } = patientIn(envOf(data));
  const findings = await examine(patient);
  close();
  expect(findings.find(({ check }) => check === "stalls")).toMatchObject({
    state: "fail",
    value: expect.stringContaining(
      "{stalledWork.job} contactImportSweep 15 · {stalledWork.ofCompany} 1",
    ),
  });
  expect(findings.find(({ check }) => check === "setAside")).toMatchObject({
    state: "warn",
    value: "1",
  });

  const { token } = (
    await caller(served.url).post<{ token: string }>("/auth/login", {
      email: rui.email,
      password: rui.password,
    })
  ).body;
  const owner = caller(served.url, token);
  expect((await owner.get("/health/set-aside")).body).toMatchObject([
    { id: 1, work: "{stalledWork.job} contactImportSweep 15 · {stalledWork.ofCompany} 1" },
  ]);
  // Mended meanwhile.
  sqlite.run("DROP TRIGGER poison");
  expect(await owner.post("/health/set-aside/1")).toMatchObject({ status: 200 });
  await until(() => jobs().length === 0 || undefined);
  expect((await owner.get("/health/set-aside")).body).toEqual([] as never);
}, 120_000);
