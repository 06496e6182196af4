import { Database } from "bun:sqlite";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { openDesk, practiceLine, type Desk } from "./desk.ts";
import { figures, load, type Call } from "./load.ts";
import { rateByWrk } from "./wrk.ts";

const quick = process.argv.includes("--quick");
const ms = quick ? { warm: 1000, run: 3000 } : { warm: 3000, run: 15_000 };
const crowds = [1, 8, 32, 64];
const people = 300;

/** The required calls a second. On a disk with a low ceiling, `share` of that ceiling is enough. */
const required = { "API sends": 1000, posts: 1200, inbound: 1000, "accepts and returns": 1000 };
const share = 0.6;

/**
 * Measures messages that programs send, agents post and customers write, and tickets that move, per
 * second. The box stores and syncs each before it answers. The ceiling is this disk with the same
 * rows alone.
 */
export async function apiSends(folder: string) {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  const aims: string[] = [];
  for (const name of Object.keys(required) as (keyof typeof required)[]) {
    const ceiling = commitsPerSecond(join(folder, "ceiling.sqlite"));
    // A box for each kind: the outbox of one would go on sending beside the next.
    const desk = await openDesk(executable, join(folder, name));
    const callOf = (await callsOf(desk))[name];
    let best = 0;
    for (const count of crowds) {
      let turn = 0;
      const { rate, p50, p99 } = figures([
        await load(
          portOf(desk),
          count,
          (connection) => callOf(connection, turn, `${count}-${turn++}`),
          ms,
        ),
      ]);
      best = Math.max(best, rate);
      console.log(
        `${name}, ${count} at once: ${rate.toFixed(0)} a second, ${(rate / ceiling).toFixed(2)} of the ceiling (${ceiling.toFixed(0)} commits of six rows, synchronous = FULL, one at a time), p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      );
    }
    const calls = Array.from({ length: 2 * people }, (_, turn) =>
      callOf(turn, turn, "by-wrk-{turn}"),
    );
    const byWrk = rateByWrk(portOf(desk), calls, {
      connections: crowds.at(-1)!,
      seconds: ms.run / 1000,
      folder: join(folder, name),
    });
    best = Math.max(best, byWrk);
    console.log(
      `${name}, ${crowds.at(-1)} at once by wrk: ${byWrk.toFixed(0)} a second, ${(byWrk / ceiling).toFixed(2)} of the ceiling`,
    );
    aims.push(
      `${best >= Math.min(required[name], ceiling * share) ? "met   " : "MISSED"} ${name}: ${best.toFixed(0)} a second (wanted: ${required[name]}, or ${share} of the ceiling)`,
    );
    await desk.kill();
  }
  console.log(aims.join("\n"));
}

const portOf = ({ url }: Desk) => Number(new URL(url).port);

/**
 * The calls, by connection, turn and a unique key. Every recipient is already a contact with an
 * open ticket, as most people that a shop writes to are.
 */
async function callsOf(
  desk: Desk,
): Promise<Record<keyof typeof required, (connection: number, turn: number, key: string) => Call>> {
  const line = await practiceLine(desk, "Balcão");
  const tokens = await tokensOf(desk, line);
  const bearer = { authorization: `Bearer ${await desk.token()}` };
  const post = (
    path: string,
    body: object,
    headers: Record<string, string> = bearer,
    method: Call["method"] = "POST",
  ): Call => ({
    method,
    path: `/api${path}`,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const numberOf = (person: number) => `55119${70_000_000 + (person % people)}`;
  const customerSays = (turn: number) =>
    post(`/practice/${line}/messages`, {
      from: numberOf(turn),
      name: "Bia",
      body: `Tem pão? ${turn}`,
    });

  let met = 0;
  await load(portOf(desk), 8, () => (met < people ? customerSays(met++) : undefined), {
    warm: 0,
    run: 60_000,
  });
  const { tickets } = await desk.call<{ tickets: { id: number }[] }>(
    "GET",
    "/tickets?status=pending&showAll=true",
  );
  const move = (turn: number, status: string) =>
    post(`/tickets/${tickets[turn % tickets.length]!.id}`, { status }, bearer, "PUT");
  for (const { id } of tickets) await desk.call("PUT", `/tickets/${id}`, { status: "open" });

  return {
    "API sends": (connection, turn, key) =>
      post(
        "/messages/send",
        { number: numberOf(turn), body: "Seu pedido saiu para entrega, {{firstName}}" },
        { authorization: `Bearer ${tokens[connection % tokens.length]}`, "idempotency-key": key },
      ),
    posts: (_, turn, key) =>
      post(`/messages/${tickets[turn % tickets.length]!.id}`, {
        body: `Já saiu ${turn}`,
        clientId: `posted-${key}`,
      }),
    inbound: (_, turn) => customerSays(turn),
    "accepts and returns": (_, turn) => move(turn >> 1, turn % 2 === 0 ? "pending" : "open"),
  };
}

/** Several tokens, so that the limit of one token does not bound the rate. */
async function tokensOf(desk: Desk, id: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let made = 0; made < 16; made++)
    tokens.push(
      (
        await desk.call<{ token: string }>("POST", `/whatsapp/${id}/token`, {
          name: `Programa ${made}`,
          perMinute: 100_000,
        })
      ).token,
    );
  return tokens;
}

function commitsPerSecond(path: string): number {
  const sqlite = new Database(path, { create: true });
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL"]) sqlite.run(`PRAGMA ${pragma}`);
  sqlite.run(
    "CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, what TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
  );
  const insert = sqlite.prepare("INSERT INTO rows (what, at) VALUES (?, ?)");
  const write = sqlite.transaction(() => {
    for (let row = 0; row < 6; row++) insert.run("x".repeat(200), row);
  });
  const began = performance.now();
  let commits = 0;
  for (; performance.now() - began < 2000; commits++) write.immediate();
  sqlite.close();
  return (commits / (performance.now() - began)) * 1000;
}
