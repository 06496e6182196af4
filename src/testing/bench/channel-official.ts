import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { eventually } from "../browser/eventually.ts";
import type { BusinessNumber } from "../graph-server/account.ts";
import { graphServer, type GraphServer } from "../graph-server/server.ts";
import { memory, startBox, stopAll } from "./box.ts";
import { account, ask } from "./channel.ts";
import { at } from "./load.ts";

const quick = process.argv.includes("--quick");
const numbers = 20;
const webhooks = quick ? 500 : 3000;
/** Webhooks that are under way at once; Meta sends those of a number side by side. */
const atOnce = 16;
const commitTime = quick ? 1000 : 5000;

type Linked = { number: BusinessNumber; url: string };

/**
 * Measures numbers of the official channel in one box: the memory of each, and the webhooks that
 * are stored in a second. Those are a share of the commits that this disk takes.
 */
export async function officialChannel() {
  const folder = mkdtempSync(join(tmpdir(), "balcao-official-"));
  const graph = await graphServer();
  try {
    const executable = await buildExecutable(undefined, join(folder, "dist"));
    const data = join(folder, "data");
    const flags = ["--data", data, "--email", account.email, "--name", "Rui", "--company", "Rui"];
    const password = Buffer.from(account.password);
    await Bun.$`${executable} admin create ${flags} --password-file - < ${password}`.quiet();
    const box = await startBox(executable, data, { BALCAO_GRAPH_URL: graph.url });
    const url = `http://127.0.0.1:${box.port}`;
    const { token } = await ask<{ token: string }>(url, "/auth/login", "", account);
    const first = await link(graph, url, token, 0);
    await Bun.sleep(quick ? 1000 : 5000);
    const bare = memory(box);
    for (let index = 1; index < numbers; index++) await link(graph, url, token, index);
    await Bun.sleep(quick ? 1000 : 5000);
    const each = (memory(box).rss - bare.rss) / (numbers - 1);
    console.log(`${numbers} official numbers at rest: ${each.toFixed(2)} MB each after the first`);

    const commits = commitsPerSecond(join(folder, "commits.sqlite"));
    const { rate, times } = await flood(graph, first);
    const share = rate / commits;
    const [half, most] = [at(times, 0.5).toFixed(1), at(times, 0.99).toFixed(1)];
    console.log(
      `webhooks, ${atOnce} at once: ${rate.toFixed(0)}/s, p50 ${half} ms, p99 ${most} ms; ` +
        `FULL commits ${commits.toFixed(0)}/s: ${share.toFixed(2)} of them`,
    );
    await box.stop();
    for (const [aim, met] of [
      ["webhooks at least half of the FULL commits", share >= 0.5],
      ["under 1 MB for each official number", each < 1],
    ] as const)
      console.log(`${met ? "met   " : "MISSED"} ${aim}`);
  } finally {
    await stopAll();
    await graph.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function link(
  graph: GraphServer,
  url: string,
  token: string,
  index: number,
): Promise<Linked> {
  const number = graph.number(`55119777${String(index).padStart(5, "0")}`);
  const fields = {
    name: `Oficial ${index}`,
    provider: "cloud",
    phoneNumberId: number.id,
    wabaId: number.account.wabaId,
    accessToken: number.account.token,
    appSecret: number.account.appSecret,
  };
  const { id, webhookPath } = await ask<{ id: number; webhookPath: string }>(
    url,
    "/whatsapp",
    token,
    fields,
  );
  await eventually(
    async () =>
      (await ask<{ status: string }>(url, `/whatsapp/${id}`, token)).status === "CONNECTED",
    "the number",
    20_000,
  );
  return { number, url: `${url}${webhookPath}` };
}

/** How many transactions of one row are on disk in a second, with `synchronous = FULL`. */
function commitsPerSecond(path: string): number {
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT) STRICT");
  const insert = db.prepare("INSERT INTO rows (body) VALUES (?)");
  const began = performance.now();
  let count = 0;
  for (; performance.now() - began < commitTime; count++) insert.run("Tem pão?");
  const rate = count / ((performance.now() - began) / 1000);
  db.close();
  return rate;
}

/** Sends webhooks with one message each, from a hundred customers. */
async function flood(graph: GraphServer, { number, url }: Linked) {
  const bodies = Array.from({ length: webhooks }, (_, index) => {
    const from = `55119880${String(index % 100).padStart(5, "0")}`;
    const value = {
      messaging_product: "whatsapp",
      metadata: number.metadata,
      contacts: [{ profile: { name: `Cliente ${index % 100}` }, wa_id: from }],
      messages: [
        {
          from,
          id: `wamid.${index}`,
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: "text",
          text: { body: `torrente ${index}` },
        },
      ],
    };
    return graph.webhooks.encode(number.account, [{ field: "messages", value }]);
  });
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const sender = async () => {
    for (let index = next++; index < bodies.length; index = next++) {
      const sent = performance.now();
      const bytes = bodies[index]!;
      const status = await graph.webhooks.raw(url, bytes, number.account.sign(bytes));
      if (status !== 200) throw new Error(`a webhook was answered ${status}`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const rate = webhooks / ((performance.now() - began) / 1000);
  return { rate, times: times.toSorted((one, other) => one - other) };
}
