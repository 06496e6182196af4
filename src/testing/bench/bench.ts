import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { apiSends } from "./api.ts";
import { backlog } from "./backlog.ts";
import { backups } from "./backups.ts";
import { memory, peak, startBox, startCeiling, stopAll, type Box, type Memory } from "./box.ts";
import { screens } from "./browser.ts";
import { campaigns } from "./campaigns.ts";
import { officialChannel } from "./channel-official.ts";
import { channels } from "./channel.ts";
import { companies } from "./companies.ts";
import { cells, people, score } from "./calls.ts";
import { kills } from "./kills.ts";
import { fanOut } from "./fan-out.ts";
import { hostile } from "./hostile.ts";
import { at, figures, load, type Call, type Figures } from "./load.ts";
import {
  answer,
  crowds,
  header,
  lineOf,
  measure,
  ms,
  quick,
  same,
  signIn,
  type Measured,
} from "./measure.ts";
import { sales } from "./sales.ts";
import { copySeed, isLarge, seeded, size } from "./seed.ts";
import { amongSearches, lineOfCrowd } from "./searches.ts";
import { imported, type Imported, type Wait } from "./sheets.ts";
import { overTls } from "./tls.ts";
import { Tape } from "./tape.ts";
import { measureByWrk } from "./wrk.ts";

const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length);
const isWanted = (name: string) => !only || name.includes(only);
const starts = quick ? 3 : 10;
const letters = quick ? 50 : 200;

const folder = mkdtempSync(join(tmpdir(), "balcao-bench-"));
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void clean().then(() => process.exit(130)));
try {
  await chosenRun();
} finally {
  await clean();
}

function chosenRun() {
  if (process.argv.includes("--official")) return officialChannel();
  if (process.argv.includes("--channel")) return channels().then(officialChannel);
  if (process.argv.includes("--backlog")) return backlog(folder);
  if (process.argv.includes("--tls")) return overTls(folder);
  if (process.argv.includes("--companies")) return companies(folder);
  if (process.argv.includes("--browser")) return screens(folder);
  if (process.argv.includes("--hostile")) return hostile(folder);
  if (process.argv.includes("--kills")) return kills(folder);
  if (process.argv.includes("--backups")) return backups(folder);
  if (process.argv.includes("--fan-out")) return fanOut(folder);
  if (process.argv.includes("--sales")) return sales(folder);
  if (process.argv.includes("--api")) return apiSends(folder);
  if (process.argv.includes("--campaigns")) return campaigns(folder);
  return bench();
}

async function clean() {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

async function bench() {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  const seed = await seeded();
  const data = join(folder, "data");
  copySeed(seed, data);
  say(
    `${size.users} users, ${size.queues} queues, ${size.contacts} contacts, ${size.tickets} tickets, ${size.messages} messages, ${size.moves} moves: ${(Bun.file(join(seed, "companies/1.sqlite")).size / 1e6).toFixed(0)} MB. Loopback, load from this process, ${ms.run / 1000} s a cell.`,
  );

  const first = await startBox(executable, data);
  const tokens = {
    admin: await signIn(first, people.admin),
    agent: await signIn(first, people.agent),
  };
  await first.stop();
  const cold = await coldStarts(executable, data, tokens.admin);
  say(
    `cold start, median of ${starts}: ready ${cold.ready.toFixed(0)} ms, first ticket list ${cold.list.toFixed(0)} ms`,
  );

  const box = await startBox(executable, data);
  await load(box.port, 1, () => listOf(tokens.admin), { warm: 0, run: 100 });
  await Bun.sleep(quick ? 1000 : 5000);
  const rest = memory(box);
  say(`memory at rest: ${memoryText(rest)}`);

  for (const name of ["taped", "ceiling"])
    copySeed(join(seed, "companies/1.sqlite"), join(folder, `${name}.sqlite`));
  const tape = new Tape(join(folder, "taped.sqlite"), () => Date.now());
  const all = cells(tokens, tape.db);
  writeFileSync(join(folder, "score.json"), JSON.stringify(score(all, tape)));
  tape.close();
  const ceiling = await startCeiling(join(folder, "ceiling.sqlite"), join(folder, "score.json"));
  for (const [index, cell] of all.entries())
    if (cell.reads && cell.shape && isWanted(cell.name)) await same(cell, index, box, ceiling);

  const generator = await load(ceiling.port, 16, () => ({ method: "GET", path: "/nothing" }), ms);
  say(
    `the load generator itself, on an empty answer at 16 connections: ${figures([generator]).rate.toFixed(0)}/s\n`,
  );
  say(header);
  const measured: Measured[] = [];
  const busy = await peak(box, async () => {
    for (const [index, cell] of all.entries()) {
      if (!isWanted(cell.name)) continue;
      for (const crowd of crowds) {
        const row = await measure(cell, index, crowd, box, ceiling);
        measured.push(row);
        say(lineOf(row));
      }
    }
  });
  say(`\nby wrk, ${crowds.at(-1)} connections, beside a server that only answers:`);
  for (const row of measureByWrk(
    all.filter(({ name }) => isWanted(name)),
    box,
    ceiling,
    folder,
  ))
    say(row);
  say(`\nmemory under load, at most: ${memoryText(busy)}`);
  const arrival = only ? undefined : await arrivals(box, tokens.admin);
  if (arrival)
    say(
      `practice message to socket frame, ${letters} times: p50 ${arrival.p50.toFixed(1)} ms, p99 ${arrival.p99.toFixed(1)} ms`,
    );
  const crowded = isWanted("two who search")
    ? await amongSearches(box, tokens, listOf(tokens.admin))
    : undefined;
  if (crowded) say(lineOfCrowd(crowded));
  const boards = isWanted("dashboard") ? await dashboards(box, tokens.admin) : [];
  const sheet = isWanted("spreadsheet")
    ? await imported(box, tokens.admin, ceiling, quick ? 5000 : undefined)
    : undefined;
  if (sheet) say(lineOfSheet(sheet));
  for (const { name, ours, stall } of boards)
    say(
      `${name}: p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(1)} ms; others wait p99 ${stall.p99.toFixed(1)} ms, at most ${stall.worst.toFixed(1)} ms`,
    );
  await Bun.sleep(quick ? 1000 : 5000);
  say(`memory at rest afterwards: ${memoryText(memory(box))}\n`);
  judge(measured, cold, rest, boards, sheet, crowded);
  await box.stop();
  if (isWanted("sales")) await sales(folder, executable);
}

async function coldStarts(executable: string, data: string, token: string) {
  const times: { ready: number; list: number }[] = [];
  for (let count = 0; count < starts; count++) {
    const began = performance.now();
    const box = await startBox(executable, data);
    const ready = performance.now() - began;
    await answer(box, listOf(token));
    times.push({ ready, list: performance.now() - began });
    await box.stop();
  }
  const median = (name: "ready" | "list") =>
    at(
      times.map((each) => each[name]).sort((a, b) => a - b),
      0.5,
    );
  return { ready: median("ready"), list: median("list") };
}

/** From a customer's message on the practice phone to its frame on an agent's socket. */
async function arrivals(box: Box, token: string): Promise<{ p50: number; p99: number }> {
  const socket = new WebSocket(`ws://127.0.0.1:${box.port}/ws`);
  const frames = new Map<string, () => void>();
  const ready = new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error("the socket failed"));
    socket.onopen = () => socket.send(JSON.stringify({ event: "auth", token }));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as { event: string; message?: { body: string } };
      if (frame.event === "ready") resolve();
      if (frame.event === "appMessage") frames.get(frame.message!.body)?.();
    };
  });
  await ready;
  const times: number[] = [];
  for (let count = 0; count < letters; count++) {
    const body = `chegou ${count}`;
    const received = new Promise<void>((resolve) => frames.set(body, resolve));
    const began = performance.now();
    const written = answer(box, {
      method: "POST",
      path: "/api/practice/1/messages",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ from: `55119${70_000_000 + (count % 20)}`, name: "Bia", body }),
    });
    await received;
    times.push(performance.now() - began);
    await written;
  }
  socket.close();
  times.sort((a, b) => a - b);
  return { p50: at(times, 0.5), p99: at(times, 0.99) };
}

type Board = { name: string; ours: Figures; stall: Figures };

/**
 * Measures the dashboard of a month and of all time, and how long another caller's small call waits
 * meanwhile.
 */
async function dashboards(box: Box, token: string): Promise<Board[]> {
  const boards: Board[] = [];
  for (const [name, date_from, date_to] of [
    ["a month", "2026-07-01", "2026-07-31"],
    ["twenty months", "2025-03-20", "2026-11-20"],
  ] as const) {
    const call: Call = {
      method: "GET",
      path: `/api/dashboard?date_from=${date_from}&date_to=${date_to}`,
      headers: { authorization: `Bearer ${token}` },
    };
    const [ours, stall] = await Promise.all([
      load(box.port, 1, () => call, ms),
      load(box.port, 1, () => ({ method: "GET", path: "/healthz" }), ms),
    ]);
    boards.push({ name: `dashboard of ${name}`, ours: figures([ours]), stall: figures([stall]) });
  }
  return boards;
}

function judge(
  measured: Measured[],
  cold: { list: number },
  rest: Memory,
  boards: Board[],
  sheet?: Imported,
  crowded?: { ratio: number },
) {
  const reads = measured.filter(({ cell }) => cell.reads);
  const searches = reads.filter(({ cell, crowd }) => cell.name.includes("search") && crowd === 1);
  const aims: [string, boolean][] = [
    [
      "reads at half of the ceiling or more",
      reads.every(({ cell, ratio }) => cell.aim || ratio >= 0.5),
    ],
    ...reads.flatMap(({ cell: { name, aim }, crowd, ratio }): [string, boolean][] =>
      aim && crowd === crowds.at(-1)
        ? [
            [
              `${name}: ${percent(ratio)} of a server that only answers, at ${crowd} connections (wanted: ${percent(aim)})`,
              ratio >= aim,
            ],
          ]
        : [],
    ),
    ["any search under 2 ms p50 at 1 connection", searches.every(({ ours }) => ours.p50 < 2)],
    ...(crowded
      ? [
          ["two who search leave the ticket list at least half", crowded.ratio >= 0.5] satisfies [
            string,
            boolean,
          ],
        ]
      : []),
    ...boards
      .slice(0, 1)
      .map(({ name, ours }): [string, boolean] => [
        `${name} under ${isLarge ? 5 : 2} ms p50`,
        ours.p50 < (isLarge ? 5 : 2),
      ]),
    ["dashboard under 50 ms p99", boards.every(({ ours }) => ours.p99 < 50)],
    ["cold start under 300 ms", cold.list < 300],
    ["under 150 MB at rest", rest.rss < 150],
    [
      "nobody waits over 20 ms for a call that isn't theirs",
      measured.every(({ stall }) => !stall || stall.worst < 20),
    ],
    ...(sheet
      ? [
          [
            "nobody waits over 50 ms while a spreadsheet goes in",
            [sheet.whileRead, sheet.whileTaken].every(({ worst, idle }) => worst - idle < 50),
          ] satisfies [string, boolean],
        ]
      : []),
  ];
  for (const [aim, met] of aims) say(`${met ? "met   " : "MISSED"} ${aim}`);
}

function listOf(token: string): Call {
  return {
    method: "GET",
    path: "/api/tickets?status=open&showAll=true",
    headers: { authorization: `Bearer ${token}` },
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function say(text: string) {
  console.log(text);
}

function memoryText({ rss, pss }: Memory): string {
  return `RSS ${rss} MB, PSS ${pss} MB`;
}

function lineOfSheet({ rows, read, took, whileRead, whileTaken, reader, box }: Imported): string {
  const wait = ({ p99, worst, idle }: Wait) =>
    `others wait p99 ${p99.toFixed(1)} ms, at most ${worst.toFixed(1)} ms (${idle.toFixed(1)} ms where nothing goes on)`;
  return `spreadsheet of ${rows} contacts: read in ${(read / 1000).toFixed(1)} s, ${wait(whileRead)}; imported in ${(took / 1000).toFixed(1)} s, ${wait(whileTaken)}; its reader held ${reader.toFixed(0)} MB, the box ${box.toFixed(0)} MB`;
}
