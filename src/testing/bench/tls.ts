import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { eventually } from "../browser/eventually.ts";
import { whatsapp } from "../whatsapp-server/server.ts";
import { freePort, memory, processor, startBox, type Box } from "./box.ts";
import { at, figures, load, type Call, type Load } from "./load.ts";
import { ms, quick } from "./measure.ts";

const rounds = quick ? 3 : 7;
const crowd = 16;
const account = { email: "rui@paoquente.com.br", password: "pao-quente-1" };

/**
 * Measures the cost of TLS in the box: calls and sockets alternate between plain and TLS. It also
 * measures a box at rest with one company and one WhatsApp connection.
 */
export async function overTls(folder: string) {
  const wa = await whatsapp();
  try {
    const executable = await buildExecutable(undefined, join(folder, "dist"));
    const data = join(folder, "tls");
    await Bun.$`${executable} admin create --data ${data} --email ${account.email} --name Rui --company ${"Pão Quente"} --password-file - < ${Buffer.from(account.password)}`.quiet();
    const tlsPort = freePort();
    const settings = { ...wa.env, BALCAO_TLS: "local", BALCAO_TLS_PORT: String(tlsPort) };
    const first = await startBox(executable, data, settings);
    const token = await linked(first, wa);
    const young = memory(first);
    await first.stop();
    const box = await startBox(executable, data, settings);
    await load(box.port, 1, () => ({ ...asks(token), path: "/api/whatsapp" }), {
      warm: 0,
      run: 100,
    });
    await Bun.sleep(quick ? 5000 : 20_000);
    const rest = memory(box);
    console.log(
      `the box that has just made its authority and been linked: RSS ${young.rss} MB, PSS ${young.pss} MB`,
    );
    console.log(
      `at rest with TLS, one company, one WhatsApp connection: RSS ${rest.rss} MB, PSS ${rest.pss} MB`,
    );

    // The same box answers both kinds of calls on its own machine.
    const list = asks(token);
    const calls = await byTurns(box, (tls) =>
      load(tls ? tlsPort : box.port, crowd, () => list, { warm: 200, run: ms.run / 2 }, { tls }),
    );
    console.log(lineOf("ticket list", calls));
    const sockets = await byTurns(box, (tls) =>
      pings(tls ? `wss://127.0.0.1:${tlsPort}/ws` : `ws://127.0.0.1:${box.port}/ws`, token),
    );
    console.log(lineOf("frames of a socket", sockets));
    for (const [aim, met] of [["under 120 MB at rest", rest.rss < 120]] as const)
      console.log(`${met ? "met   " : "MISSED"} ${aim}`);
  } finally {
    await wa.stop();
  }
}

const asks = (token: string): Call => ({
  method: "GET",
  path: "/api/tickets?status=open&showAll=true",
  headers: { authorization: `Bearer ${token}` },
});

type Ways = Record<"plain" | "tls", { loads: Load[]; cpu: number }> & { ratios: number[] };

/** Measures TLS and plain round by round, so that other load of the machine hits both. */
async function byTurns(box: Box, measure: (tls: boolean) => Promise<Load>): Promise<Ways> {
  const measured: Ways = { plain: { loads: [], cpu: 0 }, tls: { loads: [], cpu: 0 }, ratios: [] };
  for (let round = 0; round < rounds; round++) {
    for (const tls of [false, true]) {
      const way = measured[tls ? "tls" : "plain"];
      const began = processor(box);
      way.loads.push(await measure(tls));
      way.cpu += processor(box) - began;
    }
    measured.ratios.push(
      measured.tls.loads[round]!.times.length / measured.plain.loads[round]!.times.length,
    );
  }
  return measured;
}

function lineOf(name: string, { plain, tls, ratios }: Ways): string {
  const [one, other] = [figures(plain.loads), figures(tls.loads)];
  const cost = ({ loads, cpu }: Ways["tls"]) =>
    cpu / loads.reduce((sum, { calls }) => sum + calls, 0);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return `${name}, ${crowd} connections: plain ${one.rate.toFixed(0)}/s, p50 ${one.p50.toFixed(2)} ms; TLS ${other.rate.toFixed(0)}/s, p50 ${other.p50.toFixed(2)} ms; TLS is ${percent(
    at(
      ratios.toSorted((a, b) => a - b),
      0.5,
    ),
  )} of plain, by CPU ${percent(cost(plain) / cost(tls))}`;
}

/** Questions on signed-in sockets, each after the answer to the one before. */
async function pings(url: string, token: string): Promise<Load> {
  const sockets = await Promise.all(Array.from({ length: crowd }, () => signedIn(url, token)));
  const times: number[] = [];
  let calls = 0;
  const from = performance.now() + 200;
  const until = from + ms.run / 2;
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          let sentAt = 0;
          const ask = () => {
            sentAt = performance.now();
            socket.send('{"event":"ping"}');
          };
          socket.onmessage = ({ data }) => {
            if (!String(data).includes('"pong"')) return;
            const now = performance.now();
            calls += 1;
            if (sentAt >= from && now <= until) times.push(now - sentAt);
            if (now < until) return ask();
            socket.close();
            resolve();
          };
          ask();
        }),
    ),
  );
  return { times, span: until - from, calls };
}

const signedIn = (url: string, token: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(url, { tls: { rejectUnauthorized: false } } as never);
    socket.onopen = () => socket.send(JSON.stringify({ event: "auth", token }));
    socket.onmessage = () => resolve(socket);
    socket.onerror = () => reject(new Error("the socket failed"));
  });

/** Returns Rui's token, with one WhatsApp connection up. */
async function linked({ port }: Box, wa: Awaited<ReturnType<typeof whatsapp>>): Promise<string> {
  let token = "";
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  ({ token } = await ask<{ token: string }>("/auth/login", account));
  const { id } = await ask<{ id: number }>("/whatsapp", { name: "Linha", provider: "beta" });
  const seen = (matches: (now: { qrcode: string; status: string }) => boolean) =>
    eventually(
      async () => [await ask<{ qrcode: string; status: string }>(`/whatsapp/${id}`)].find(matches),
      "the line",
      20_000,
    );
  await wa.account().scans((await seen(({ qrcode }) => qrcode !== "")).qrcode);
  await seen(({ status }) => status === "CONNECTED");
  return token;
}
