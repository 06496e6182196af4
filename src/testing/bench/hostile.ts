import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { freePort, memory, peak, startBox, type Box } from "./box.ts";
import { hostileFiles } from "./hostile-files.ts";
import { at } from "./load.ts";
import { askAgainAndAgain, longer, none, served, type Wait } from "./prober.ts";
import { storm } from "./storm.ts";

const quick = process.argv.includes("--quick");
const only = process.argv.some((word) => word.startsWith("--only="));
const lasts = quick ? 5000 : 30_000;
const account = { email: "rui@paoquente.com.br", password: "pao-quente-1" };

/**
 * Ten sockets at once repeat the requests of strangers, staff and sockets that once froze a box.
 * Hostile files follow. Another caller asks meanwhile whether the box is well.
 */
export async function hostile(folder: string) {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  if (!only) await inStorm(executable, join(folder, "data"));
  await withFiles(executable, join(folder, "files"));
}

async function inStorm(executable: string, data: string) {
  const box = await newBox(executable, data);
  const token = await signIn(box);
  await openPhone(box, token);
  const calm = await waitsDuring(box, () => Bun.sleep(quick ? 1000 : 5000));
  const rest = memory(box);
  console.log(`at rest: /healthz ${figuresText(calm)}; RSS ${rest.rss} MB, PSS ${rest.pss} MB`);

  let stormy = calm;
  let counts: Record<string, number> = {};
  const most = await peak(box, async () => {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "storm.ts"), String(box.port), token, String(lasts)],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    stormy = await waitsDuring(box, async () => {
      counts = JSON.parse(await new Response(child.stdout).text()) as Record<string, number>;
    });
  });
  console.log(`\nten sockets, ${lasts / 1000} s, half of them signed in:`);
  for (const name of storm)
    console.log(`${name.padEnd(52)}${String(counts[name] ?? 0).padStart(8)} times`);
  console.log(
    `\nmeanwhile: /healthz ${figuresText(stormy)}; at most RSS ${most.rss} MB, PSS ${most.pss} MB`,
  );
  await Bun.sleep(quick ? 1000 : 5000);
  const after = memory(box);
  console.log(`at rest afterwards: RSS ${after.rss} MB, PSS ${after.pss} MB\n`);
  const worst = served(stormy.reduce(longer, none));
  for (const [aim, met] of [
    [`nobody waits over 100 ms: ${worst.toFixed(1)} ms`, worst <= 100],
    ["under 300 MB", most.rss < 300],
    ["every kind was tried", storm.every((name) => (counts[name] ?? 0) > 0)],
  ] as const)
    console.log(`${met ? "met   " : "MISSED"} ${aim}`);
  await box.stop();
}

/** Sends files that are made to hurt their reader to a new box. */
async function withFiles(executable: string, data: string) {
  const flow = freePort();
  const box = await newBox(executable, data, { BALCAO_OUTBOUND_ALLOW: `127.0.0.1:${flow}` });
  await hostileFiles(box, account, flow);
  await box.stop();
}

async function newBox(executable: string, data: string, settings?: Record<string, string>) {
  await Bun.$`${executable} admin create --data ${data} --email ${account.email} --name Rui --company ${"Pão Quente"} --password-file - < ${Buffer.from(account.password)}`.quiet();
  return startBox(executable, data, settings);
}

function figuresText(waits: Wait[]) {
  const times = waits.map(served).toSorted((one, other) => one - other);
  const worst = waits.reduce(longer, none);
  return `p50 ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(1)} ms, slowest ${served(worst).toFixed(1)} ms (the machine had no processor for ${worst.unserved.toFixed(1)} ms besides)`;
}

/** The waits of a caller who asks again and again whether the box is well during `work`. */
async function waitsDuring(box: Box, work: () => Promise<unknown>) {
  const { waits, stop } = askAgainAndAgain(box);
  await work();
  stop();
  return waits;
}

const signIn = async (box: Box) =>
  (await post<{ token: string }>(box, "/auth/login", account)).token;

/** Links the practice phone that sends large files: the box's first connection. */
async function openPhone(box: Box, token: string) {
  const { id } = await post<{ id: number }>(
    box,
    "/whatsapp",
    { name: "Balcão", provider: "practice" },
    token,
  );
  if (id !== 1) throw new Error("the box was not new");
  await post(box, `/practice/${id}/scan`, {}, token);
}

async function post<Answer>(
  { port }: Box,
  path: string,
  body: object,
  token?: string,
): Promise<Answer> {
  const headers = {
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
