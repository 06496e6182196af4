import { Database } from "bun:sqlite";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { eventually } from "../browser/eventually.ts";
import { memory, startBox, startIdle, type Box } from "./box.ts";
import { differencesOf, sizeOf } from "./compare-boxes.ts";
import { at, type Call } from "./load.ts";
import { answer, quick, signIn } from "./measure.ts";
import { admin, copySeed, seeded, size } from "./seed.ts";
import { addMedia } from "./seed-media.ts";
import { walkBoth, type Walked } from "./walk.ts";

/** The size of the company, its database and its media together, in bytes. */
const targetSize = quick ? 300e6 : 1e9;
const rounds = quick ? 1 : 3;
/** How long the box works without a backup before each, in ms. */
const quiet = quick ? 5000 : 20_000;
/** Messages a second. Another caller reads a list or a conversation as often. */
const pace = 20;
const addedAim = 50;
const restoreAim = 120_000;
const owner = "outra@bench.local";

/** An answered call: when it was due, and how long after that its answer came, in ms. */
type Answered = [due: number, took: number];

/**
 * Copies a company of a gigabyte while it works. The copy becomes a second box, and the company's
 * file a company of a third box. Both are compared with the original.
 */
export async function backups(folder: string) {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  const data = join(folder, "data");
  copySeed(await seeded(), data);
  const files = addMedia(data, targetSize);
  // Without this the box would wait for earlier writes to the disk.
  await Bun.$`sync`;
  console.log(
    `${size.messages} messages, ${files} media files: ${(sizeOf(data) / 1e6).toFixed(0)} MB`,
  );

  const added = await copiedAtWork(executable, data);
  const restored = await restoredElsewhere(executable, data, folder);
  const moved = await importedElsewhere(executable, data, folder);
  const aims: [string, boolean][] = [
    [
      `a backup adds under ${addedAim} ms to the p95 of ${pace} messages a second (${added.toFixed(1)})`,
      added < addedAim,
    ],
    [
      `a copy is a second box within ${restoreAim / 60_000} minutes (${seconds(restored.took)})`,
      restored.took < restoreAim,
    ],
    ["the second box has the same rows and files", restored.differences.length === 0],
    ["the third box answers the same of the company", moved.differences.length === 0],
    ...(quick
      ? []
      : [
          [
            `all of its messages were read (${moved.messages} of ${moved.known})`,
            moved.messages === moved.known,
          ] satisfies [string, boolean],
        ]),
  ];
  for (const difference of [...restored.differences, ...moved.differences].slice(0, 20))
    console.log(`differs: ${difference}`);
  for (const [aim, met] of aims) console.log(`${met ? "met   " : "MISSED"} ${aim}`);
}

/**
 * Alternates work with and without a backup, so that other load of the machine hits both. Returns
 * the time that a backup adds to the p95, the median of the rounds, in ms.
 */
async function copiedAtWork(executable: string, data: string): Promise<number> {
  const box = await startBox(executable, data);
  const idle = await startIdle();
  const work = await steadyWork(box, await signIn(box, admin));
  const nothing = steadyCalls(() => answer(idle, { method: "GET", path: "/" }));
  const marks = [performance.now()];
  for (let round = 0; round < rounds; round++) {
    await Bun.sleep(quiet);
    marks.push(performance.now());
    await copy(box, await signIn(box, admin));
    marks.push(performance.now());
  }
  const [answered, waits] = [await work.end(), await nothing.end()];
  console.log(`${answered.length} calls answered; the box holds ${memory(box).rss} MB`);
  await sent(data);
  await Promise.all([box.stop(), idle.stop()]);
  const added = Array.from({ length: rounds }, (_, round) => {
    const [from, began, ended] = marks.slice(2 * round) as [number, number, number];
    const [calm, busy] = [
      [from, began],
      [began, ended],
    ].map(([since = 0, until = 0]) =>
      [answered, waits].map((some) => timesWithin(some, since, until)),
    ) as [number[][], number[][]];
    console.log(
      `backup ${round + 1} of ${seconds(ended - began)}: without it ${lineOf(calm)}; with it ${lineOf(busy)}`,
    );
    return at(busy[0]!, 0.95) - at(calm[0]!, 0.95);
  });
  return at(
    added.sort((a, b) => a - b),
    0.5,
  );
}

const timesWithin = (some: Answered[], from: number, until: number) =>
  some
    .filter(([due]) => due >= from && due < until)
    .map(([, took]) => took)
    .sort((a, b) => a - b);
const lineOf = ([times = [], nothing = []]: number[][]) =>
  `p50 ${at(times, 0.5).toFixed(1)}, p95 ${at(times, 0.95).toFixed(1)}, slowest ${times.at(-1)?.toFixed(1)} ms (${at(nothing, 0.95).toFixed(1)} at p95 where nothing goes on)`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Waits until the outbox is empty: otherwise both boxes would send the rest later. */
async function sent(data: string) {
  const sqlite = new Database(join(data, "companies/1.sqlite"), { readonly: true });
  await eventually(
    () => Promise.resolve(sqlite.query("SELECT 1 FROM outbox").get() === null || undefined),
    "the outbox",
    60_000,
  );
  sqlite.close();
}

async function copy(box: Box, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  await answer(box, { method: "POST", path: "/api/backups", headers });
  const state = async () =>
    JSON.parse(await answer(box, { method: "GET", path: "/api/backups", headers })) as {
      running: string | null;
      lastError: string | null;
    };
  while ((await state()).running) await Bun.sleep(200);
  const { lastError } = await state();
  if (lastError) throw new Error(lastError);
}

/**
 * Customers write and the shop answers alternately, so many times a second. A user reads something
 * as often.
 */
async function steadyWork(box: Box, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const { tickets } = JSON.parse(
    await answer(box, { method: "GET", path: "/api/tickets?status=open&showAll=true", headers }),
  ) as { tickets: { id: number; contact: { name: string; number: string } }[] };
  const written = (turn: number): Call => {
    const { id, contact } = tickets[(turn >> 1) % tickets.length]!;
    if (turn % 2 === 0)
      return {
        method: "POST",
        path: "/api/practice/1/messages",
        headers,
        body: JSON.stringify({
          from: contact.number,
          name: contact.name,
          body: `pergunta ${turn}`,
        }),
      };
    return {
      method: "POST",
      path: `/api/messages/${id}`,
      headers,
      body: JSON.stringify({ body: `resposta ${turn}`, clientId: `resposta-${turn}` }),
    };
  };
  const looks = [
    "/tickets?status=open&showAll=true",
    "/tickets?status=pending&showAll=true",
    `/messages/${size.tickets - 37}?pageNumber=1`,
    "/contacts?searchParam=silva&pageNumber=1",
    "/tickets?status=closed&showAll=true&pageNumber=40",
  ];
  return steadyCalls((turn) =>
    answer(
      box,
      turn % 2 === 0
        ? written(turn >> 1)
        : { method: "GET", path: `/api${looks[(turn >> 1) % looks.length]!}`, headers },
    ),
  );
}

/** Makes so many calls a second, without waiting for earlier answers. */
function steadyCalls(ask: (turn: number) => Promise<unknown>) {
  const answered: Answered[] = [];
  const [began, step] = [performance.now(), 1000 / (2 * pace)];
  const pending = new Set<Promise<void>>();
  let isOver = false;
  const running = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const due = began + turn * step;
      await Bun.sleep(Math.max(0, due - performance.now()));
      const one: Promise<void> = ask(turn)
        .then(() => void answered.push([due, performance.now() - due]))
        .finally(() => pending.delete(one));
      pending.add(one);
    }
    await Promise.all(pending);
  })();
  return {
    async end(): Promise<Answered[]> {
      isOver = true;
      await running;
      return answered;
    },
  };
}

/**
 * Restores the newest copy in another folder, and starts a box on it. Returns how long that took,
 * and the differences.
 */
async function restoredElsewhere(executable: string, data: string, folder: string) {
  await Bun.$`${executable} backup now --data ${data} --json`.quiet();
  const code = (await Bun.$`${executable} backup code --data ${data}`.text()).trim();
  const {
    copies: [newest],
  } = (await Bun.$`${executable} backup list --data ${data} --local --json`.json()) as {
    copies: { name: string; path: string }[];
  };
  const [carried, second] = [join(folder, "carried"), join(folder, "second")];
  const began = performance.now();
  cpSync(join(newest!.path, ".."), carried, { recursive: true });
  await Bun.$`${executable} restore ${join(carried, newest!.name)} --data ${second} --code-file - --yes --json < ${Buffer.from(code)}`.quiet();
  const differences = await differencesOf(data, second);
  const compared = performance.now();
  const box = await startBox(executable, second);
  await answer(box, {
    method: "GET",
    path: "/api/tickets?status=open&showAll=true",
    headers: { authorization: `Bearer ${await signIn(box, admin)}` },
  });
  const took = performance.now() - began;
  await box.stop();
  console.log(
    `copied and restored as a second box in ${seconds(took)}, of which ${seconds(performance.now() - compared)} until it answers`,
  );
  return { took, differences };
}

/**
 * Moves the company through its file into a box of another owner. Returns the differences between
 * the answers.
 */
async function importedElsewhere(
  executable: string,
  data: string,
  folder: string,
): Promise<Walked & { known: number }> {
  const [third, file, code] = [
    join(folder, "third"),
    join(folder, "company.balcao"),
    Buffer.from("7K2M-9QXD-4T0R-VV3C"),
  ];
  await Bun.$`${executable} admin create --data ${third} --email ${owner} --name Outra --company Outra --password-file - < ${Buffer.from("pao-quente-1")}`.quiet();
  const began = performance.now();
  await Bun.$`${executable} company export 1 --data ${data} --to ${file} --code-file - --json < ${code}`.quiet();
  const exported = performance.now();
  const { company, messages: exportedMessages } =
    (await Bun.$`${executable} company import ${file} --data ${third} --code-file - --json < ${code}`.json()) as {
      company: number;
      messages: number;
    };
  const imported = performance.now();
  console.log(
    `company exported in ${seconds(exported - began)} (${(Bun.file(file).size / 1e6).toFixed(0)} MB), imported in ${seconds(imported - exported)}`,
  );
  const [one, other] = [await startBox(executable, data), await startBox(executable, third)];
  // The file leaves a practice line's phones behind, so the test links it again.
  await answer(other, {
    method: "POST",
    path: "/api/practice/1/scan",
    headers: { authorization: `Bearer ${await signIn(other, admin)}` },
  });
  const walked = await walkBoth([
    { box: one, company: 1, token: () => signIn(one, admin) },
    { box: other, company, token: () => signIn(other, admin) },
  ]);
  await Promise.all([one.stop(), other.stop()]);
  console.log(
    `walked in ${seconds(performance.now() - imported)}: ${walked.answers} answers, ${walked.tickets} tickets, ${walked.messages} messages, ${walked.files} files`,
  );
  return { ...walked, known: exportedMessages };
}
