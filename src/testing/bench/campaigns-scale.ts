import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "bun:sqlite";
import { Files } from "../../kit/files/files.ts";
import { CompanyDb } from "../../kit/db/company-db.ts";
import { openFile } from "../../kit/db/open-file.ts";
import { dueCampaigns, hasWork, nextRow } from "../../modules/campaigns/due.ts";
import { changedReports } from "../../modules/campaigns/progress.ts";
import { spreadsheet } from "../sheets.ts";
import { startBox, startIdle, type Box } from "./box.ts";
import { people } from "./calls.ts";
import { at, figures, load } from "./load.ts";
import { ms, quick, signIn } from "./measure.ts";
import { copySeed, end, insert, seededWith, staff } from "./seed.ts";
import { waits } from "./sheets.ts";

const [many, few, items] = quick ? [50_000, 5000, 10_000] : [500_000, 10_000, 99_999];

/**
 * Measures large campaigns: the report, the choice of the next recipients, and the import of a list
 * from a spreadsheet.
 */
export async function campaignsAtScale(
  executable: string,
  folder: string,
): Promise<[string, boolean][]> {
  const [large, small] = [join(folder, "many"), join(folder, "few")];
  for (const [to, rows] of [
    [large, many],
    [small, few],
  ] as const)
    copySeed(await seededCampaign(rows), to);
  const box = await startBox(executable, large);
  const token = await signIn(box, people.admin);
  const p50 = async (path: string) => {
    const { p50, p99 } = figures([
      await load(
        box.port,
        1,
        () => ({
          method: "GET",
          path: `/api${path}`,
          headers: { authorization: `Bearer ${token}` },
        }),
        ms,
      ),
    ]);
    console.log(`${path} with ${many} rows: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
    return p50;
  };
  const report = await p50("/campaigns/1/report");
  const others = [
    await p50("/campaigns/1"),
    await p50("/campaigns/1/report/contacts"),
    await p50("/campaigns/1/report/contacts?state=failed"),
    await p50("/campaigns/1/report/contacts?answered=true"),
  ];
  await p50("/campaigns/1/report/contacts?searchParam=77777");
  const gap = await listOf(box, token);
  await box.stop();
  const growth = nextDue(large, small);
  return [
    [`a report of ${many} rows under 5 ms p50 (${report.toFixed(1)} ms)`, report < 5],
    ["its pages under 20 ms p50", others.every((each) => each < 20)],
    [
      `whose turn it is costs alike with ${few} and ${many} rows (${growth.toFixed(2)})`,
      growth < 1.3,
    ],
    [`nobody waits over 50 ms while ${items} list items go in (${gap.toFixed(0)} ms)`, gap < 50],
  ];
}

/** A running campaign that has sent two in three of its rows. */
const seededCampaign = (rows: number) =>
  seededWith(`campaign${rows}`, (sqlite) => {
    staff(sqlite);
    sqlite.transaction(() => fill(sqlite, rows))();
    sqlite.run("PRAGMA optimize = 0x10002");
  });

function fill(sqlite: Database, rows: number) {
  const times = { createdAt: end, updatedAt: end };
  insert(sqlite, "contactLists", [{ id: 1, name: "Clientes", ...times }]);
  insert(sqlite, "campaigns", [
    {
      id: 1,
      name: "Natal",
      message1: "Oi {nome}",
      message2: "Olá {nome}",
      status: "EM_ANDAMENTO",
      startedAt: end,
      whatsappId: 1,
      contactListId: 1,
      nextAt: end,
      nextSetAt: end,
      isPrepared: 1,
      sentCount: rows,
      ...times,
    },
  ]);
  sqlite.run(
    `WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n WHERE id < ?1)
    INSERT INTO campaignShipping (campaignId, number, numberKey, name, isWhatsappValid, state, reason, variant, message, providerId, sentAt, answer, answeredAt, whatsappId, createdAt, updatedAt)
    SELECT 1, '55119' || (10000000 + id), '55119' || (10000000 + id), 'Cliente ' || id, 1,
      iif(id > ?1 * 2 / 3, 'waiting', CASE id % 20 WHEN 0 THEN 'failed' WHEN 1 THEN 'skipped' WHEN 2 THEN 'sent' WHEN 3 THEN 'read' WHEN 4 THEN 'read' ELSE 'delivered' END),
      iif(id > ?1 * 2 / 3, NULL, CASE id % 20 WHEN 0 THEN 'ERR_SENDING_WAPP_MSG' WHEN 1 THEN 'notOnWhatsapp' END),
      iif(id > ?1 * 2 / 3, NULL, 1 + id % 2), iif(id > ?1 * 2 / 3, NULL, 'Oi Cliente ' || id), iif(id > ?1 * 2 / 3, NULL, 'C' || id), iif(id > ?1 * 2 / 3, NULL, ?2 - id), iif(id % 50 = 3 AND id <= ?1 * 2 / 3, 'Quero', NULL), iif(id % 50 = 3 AND id <= ?1 * 2 / 3, ?2 - id, NULL), 1, ?2, ?2 FROM n`,
    [rows, end],
  );
  sqlite.run(
    "WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n WHERE id < 2000) INSERT INTO campaignCurve SELECT 1, ? / 300000 + id, 100, 90, 40, 5 FROM n",
    [end],
  );
}

/**
 * How much longer the queries of a tick take with more rows, in this process. The shops alternate,
 * and the result is the median of the rounds.
 */
function nextDue(large: string, small: string): number {
  const stores = [large, small].map((folder) => {
    const path = join(folder, "own.sqlite");
    copyFileSync(join(folder, "companies/1.sqlite"), path);
    return new CompanyDb(
      1,
      openFile(path, "company"),
      new Files(1, "", new Uint8Array(32), () => end),
      () => end,
      () => {},
    );
  });
  const took = (db: CompanyDb) => {
    const began = performance.now();
    for (let turn = 0; turn < 200; turn++) {
      hasWork(db);
      for (const { id } of dueCampaigns(db)) nextRow(db, id);
      changedReports(db);
    }
    return (performance.now() - began) / 200;
  };
  for (const db of stores) took(db);
  const rounds = Array.from({ length: 15 }, () => stores.map(took) as [number, number]);
  const median = (of: (round: [number, number]) => number) =>
    at(
      rounds.map(of).toSorted((one, other) => one - other),
      0.5,
    );
  console.log(
    `whose turn it is: ${median(([one]) => one).toFixed(3)} ms with ${many} rows, ${median(([, other]) => other).toFixed(3)} ms with ${few}`,
  );
  for (const { sqlite } of stores) sqlite.close();
  return median(([one, other]) => one / other);
}

/**
 * Imports a list from a spreadsheet. Returns the longest wait (ms) of another caller's small call,
 * less the wait that the machine itself causes.
 */
async function listOf(box: Box, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const call = async <T>(method: string, path: string, body?: FormData | string) => {
    const response = await fetch(`http://127.0.0.1:${box.port}/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(typeof body === "string" && { "content-type": "application/json" }),
      },
      body,
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { id } = await call<{ id: number }>(
    "POST",
    "/contact-lists",
    JSON.stringify({ name: "Da planilha" }),
  );
  const form = new FormData();
  form.append(
    "file",
    new File(
      [
        spreadsheet([
          ["Nome", "Número", "E-mail"],
          ...Array.from({ length: items }, (_, index) => [
            `Cliente ${index} da Silva`,
            5_541_900_000_000 + index,
            `cliente${index}@exemplo.com.br`,
          ]),
        ]) as Uint8Array<ArrayBuffer>,
      ],
      "clientes.xlsx",
    ),
  );
  const idle = await startIdle();
  const began = performance.now();
  const {
    p99,
    worst,
    idle: least,
  } = await waits(box, idle, async () => {
    const { id: importId } = await call<{ id: number }>(
      "POST",
      `/contact-lists/${id}/upload`,
      form,
    );
    while ((await call<{ state: string }>("GET", `/imports/${importId}`)).state === "running")
      await Bun.sleep(250);
  });
  await idle.stop();
  const { contactsCount } = await call<{ contactsCount: number }>("GET", `/contact-lists/${id}`);
  console.log(
    `a list of ${contactsCount} from a spreadsheet in ${((performance.now() - began) / 1000).toFixed(1)} s; others wait p99 ${p99.toFixed(1)} ms, at most ${worst.toFixed(1)} ms (${least.toFixed(1)} ms where nothing goes on)`,
  );
  return worst - least;
}
