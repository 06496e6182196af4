import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { eventually } from "../browser/eventually.ts";
import { whatsapp } from "../whatsapp-server/server.ts";
import { memory, processor, startBox, stopAll, type Box } from "./box.ts";
import { at } from "./load.ts";

const lines = 20;
const quick = process.argv.includes("--quick");
/** The number of connections in the restart. */
const many = quick ? 30 : 100;
const starts = 5;
const idle = quick ? 5000 : 30_000;
const flood = quick ? 200 : 1000;
const letters = quick ? 20 : 100;
export const account = { email: "rui@paoquente.com.br", password: "pao-quente-1" };

type Connection = { id: number; status: string; qrcode: string };
type Listener = { receives(body: string): Promise<void>; heard: Set<string>; close(): void };

/**
 * Measures twenty WhatsApp connections in one box at rest, in a flood, and after it, against a
 * WhatsApp in this process. It also measures the restart of a box with a hundred connections.
 */
export async function channels() {
  const folder = mkdtempSync(join(tmpdir(), "balcao-channels-"));
  const wa = await whatsapp();
  Object.assign(process.env, wa.env);
  try {
    const executable = await buildExecutable(undefined, join(folder, "dist"));
    const data = join(folder, "data");
    await Bun.$`${executable} admin create --data ${data} --email ${account.email} --name Rui --company ${"Pão Quente"} --password-file - < ${Buffer.from(account.password)}`.quiet();
    const box = await startBox(executable, data);
    const url = `http://127.0.0.1:${box.port}`;
    const { token } = await ask<{ token: string }>(url, "/auth/login", "", account);
    const listener = await listening(box, token);
    await Bun.sleep(idle / 5);
    const bare = memory(box);
    console.log(`a box without a connection: RSS ${bare.rss} MB, PSS ${bare.pss} MB`);

    const pair = async (name: string) => {
      const phone = wa.account();
      const { id } = await ask<Connection>(url, "/whatsapp", token, { name, provider: "beta" });
      const seen = (matches: (now: Connection) => boolean) =>
        eventually(
          async () => [await ask<Connection>(url, `/whatsapp/${id}`, token)].find(matches),
          "the line",
          20_000,
        );
      await phone.scans((await seen(({ qrcode }) => qrcode !== "")).qrcode);
      await seen(({ status }) => status === "CONNECTED");
      return phone;
    };

    const began = performance.now();
    const accounts: Awaited<ReturnType<typeof pair>>[] = [];
    for (let count = 0; count < lines; count++) accounts.push(await pair(`Linha ${count}`));
    console.log(
      `${lines} connections paired and up, one after the other: ${((performance.now() - began) / lines).toFixed(0)} ms each`,
    );

    const start = { at: performance.now(), cpu: processor(box) };
    await Bun.sleep(idle);
    const rest = memory(box);
    const share = (processor(box) - start.cpu) / (performance.now() - start.at);
    const each = (rest.rss - bare.rss) / lines;
    console.log(
      `${lines} connections at rest: RSS ${rest.rss} MB, PSS ${rest.pss} MB, ${each.toFixed(1)} MB each; processor ${(share * 100).toFixed(2)} %`,
    );

    const customers = accounts.map((_, index) => wa.phone(`Cliente ${index}`));
    const times: number[] = [];
    for (let count = 0; count < letters; count++) {
      const body = `chegou ${count}`;
      const sent = performance.now();
      await customers[count % lines]!.says(body, { to: accounts[count % lines] });
      await listener.receives(body);
      times.push(performance.now() - sent);
    }
    times.sort((a, b) => a - b);
    console.log(
      `a customer's message to a socket frame, ${letters} times: p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`,
    );

    const gaps: number[] = [];
    let flooding = true;
    const watching = (async () => {
      while (flooding) {
        const began = performance.now();
        await fetch(`${url}/healthz`);
        gaps.push(performance.now() - began);
        await Bun.sleep(5);
      }
    })();
    const poured = performance.now();
    for (let count = 0; count < flood; count++)
      await customers[0]!.says(`torrente ${count}`, { to: accounts[0] });
    await listener.receives(`torrente ${flood - 1}`);
    flooding = false;
    await watching;
    gaps.sort((a, b) => a - b);
    console.log(
      `${flood} messages at once on one line: ${(flood / ((performance.now() - poured) / 1000)).toFixed(0)} a second; others wait p99 ${at(gaps, 0.99).toFixed(1)} ms, at worst ${gaps.at(-1)!.toFixed(1)} ms`,
    );
    const after = memory(box);
    console.log(`afterwards: RSS ${after.rss} MB, PSS ${after.pss} MB\n`);
    listener.close();

    for (let count = lines; count < many; count++) await pair(`Linha ${count}`);
    await box.stop();
    const ready: number[] = [];
    for (let count = 0; count < starts; count++) {
      const from = performance.now();
      const again = await startBox(executable, data);
      await ask(`http://127.0.0.1:${again.port}`, "/tickets?status=open&showAll=true", token);
      ready.push(performance.now() - from);
      await eventually(
        async () =>
          (await ask<Connection[]>(`http://127.0.0.1:${again.port}`, "/whatsapp", token)).every(
            ({ status }) => status === "CONNECTED",
          ),
        "all lines",
        120_000,
      );
      console.log(
        `started with ${many} linked connections: a ticket list after ${ready.at(-1)!.toFixed(0)} ms, all of them up after ${((performance.now() - from) / 1000).toFixed(1)} s`,
      );
      await again.stop();
    }
    ready.sort((a, b) => a - b);

    for (const [aim, met] of [
      ["started with its connections linked under 800 ms", at(ready, 0.5) < 800],
      [`under 20 MB a connection`, each < 20],
      ["idle processor under 2 %", share < 0.02],
      ["a flood on one line holds nobody over 100 ms", at(gaps, 0.99) < 100],
    ] as const)
      console.log(`${met ? "met   " : "MISSED"} ${aim}`);
  } finally {
    await stopAll();
    await wa.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function ask<Body>(
  url: string,
  path: string,
  token: string,
  body?: object,
): Promise<Body> {
  const response = await fetch(`${url}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

async function listening(box: Box, token: string): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${box.port}/ws`);
  const received = new Set<string>();
  const waiting = new Map<string, () => void>();
  const ready = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ event: "auth", token }));
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data)) as { event: string; message?: { body: string } };
    if (frame.event === "ready") ready.resolve();
    if (frame.event !== "appMessage") return;
    received.add(frame.message!.body);
    waiting.get(frame.message!.body)?.();
  };
  await ready.promise;
  return {
    heard: received,
    close: () => socket.close(),
    receives: (body) =>
      received.has(body) ? Promise.resolve() : new Promise((resolve) => waiting.set(body, resolve)),
  };
}
