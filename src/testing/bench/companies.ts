import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import { privateFolder } from "../../kit/files/disk.ts";
import { Control } from "../../kit/db/company-db.ts";
import { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { openFile } from "../../kit/db/open-file.ts";
import { hash } from "../../modules/identities/passwords.ts";
import { memory, processor, startBox, type Box } from "./box.ts";
import { at, figures, load, type Call } from "./load.ts";
import { answer, ms, quick, signIn } from "./measure.ts";
import { end, insert, password, range } from "./seed.ts";

const many = 300;
const inUse = 20;
const starts = quick ? 3 : 10;
const idle = quick ? 10_000 : 30_000;
const signIns = quick ? 30 : 100;

const ownerOf = (company: number) => `dona${company}@bench.local`;

/** Measures a box with 300 companies, of which 20 work: its start, and its load. */
export async function companies(folder: string) {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  const data = join(folder, "companies");
  await fill(privateFolder(data));

  const first = await startBox(executable, data);
  for (const id of range(inUse, (index) => index))
    await openLine(first, await signIn(first, ownerOf(id)));
  await first.stop();
  const times: number[] = [];
  let cpu = 0;
  for (let count = 0; count < starts; count++) {
    const began = performance.now();
    const box = await startBox(executable, data);
    times.push(performance.now() - began);
    cpu += processor(box) / starts;
    await box.stop();
  }
  const start = at(
    times.sort((a, b) => a - b),
    0.5,
  );
  console.log(
    `${many} companies, ${inUse} of them with a line: ready in ${start.toFixed(0)} ms, median of ${starts}; processor ${cpu.toFixed(0)} ms`,
  );

  const box = await startBox(executable, data);
  const bare = memory(box);
  console.log(`nobody there: RSS ${bare.rss} MB, PSS ${bare.pss} MB`);
  const tokens = await Promise.all(range(inUse, (id) => signIn(box, ownerOf(id))));
  const sockets = await Promise.all(tokens.map((token) => listening(box, token)));
  const lists = tokens.map((token): Call => ({
    method: "GET",
    path: "/api/tickets?status=pending&showAll=true",
    headers: { authorization: `Bearer ${token}` },
  }));
  const work = figures([await load(box.port, inUse, (connection) => lists[connection]!, ms)]);
  console.log(
    `${inUse} of them at once: ${work.rate.toFixed(0)} ticket lists a second, p50 ${work.p50.toFixed(2)} ms, p99 ${work.p99.toFixed(2)} ms`,
  );

  await Bun.sleep(idle / 5);
  const began = { at: performance.now(), cpu: processor(box) };
  await Bun.sleep(idle);
  const rest = memory(box);
  const share = (processor(box) - began.cpu) / (performance.now() - began.at);
  console.log(
    `${inUse} in use, at rest: RSS ${rest.rss} MB, PSS ${rest.pss} MB, processor ${(share * 100).toFixed(2)} %`,
  );

  const taken: number[] = [];
  for (let count = 0; count < signIns; count++) {
    const began = performance.now();
    await answer(box, {
      method: "POST",
      path: "/api/auth/login",
      headers: { "x-forwarded-for": `10.0.1.${count}` },
      body: JSON.stringify({ email: ownerOf(inUse + 1 + count), password }),
    });
    taken.push(performance.now() - began);
  }
  taken.sort((a, b) => a - b);
  console.log(
    `sign-in to a company that nobody uses: p50 ${at(taken, 0.5).toFixed(0)} ms, p99 ${at(taken, 0.99).toFixed(0)} ms`,
  );
  for (const socket of sockets) socket.close();
  for (const [aim, met] of [
    ["start under 500 ms", start < 500],
    ["under 250 MB", rest.rss < 250],
    ["idle processor under 2 %", share < 0.02],
  ] as const)
    console.log(`${met ? "met   " : "MISSED"} ${aim}`);
  await box.stop();
}

/** Fills the folder with companies that share one file, each with an owner of its own. */
async function fill(folder: string) {
  const control = openFile(join(folder, "control.sqlite"), "control");
  const passwordHash = await hash(password);
  control.transaction(() => {
    insert(control, "plans", [{ id: 1, name: "Completo", createdAt: end, updatedAt: end }]);
    insert(
      control,
      "companies",
      range(many, (id) => ({
        id,
        name: `Loja ${id}`,
        planId: 1,
        linked: 0,
        createdAt: end,
        updatedAt: end,
      })),
    );
    insert(
      control,
      "identities",
      range(many, (id) => ({
        id,
        email: ownerOf(id),
        companyId: id,
        userId: 1,
        super: id === 1 ? 1 : 0,
        passwordHash,
        createdAt: end,
        updatedAt: end,
      })),
    );
  })();
  const dbs = new CompanyDbs(
    new Control(control, () => end),
    folder,
    new Uint8Array(32),
    () => end,
  );
  insert(dbs.create(1).sqlite, "users", [
    {
      id: 1,
      name: "Dona",
      email: "dona@bench.local",
      profile: "admin",
      createdAt: end,
      updatedAt: end,
    },
  ]);
  insert(dbs.open(1).sqlite, "queues", [
    { id: 1, name: "Atendimento", color: "#0f766e", createdAt: end, updatedAt: end },
  ]);
  dbs.closeAll();
  control.close();
  for (const id of range(many - 1, (index) => index + 1))
    copyFileSync(join(folder, "companies/1.sqlite"), join(folder, `companies/${id}.sqlite`));
}

/** Links a practice phone, with ten customers who have written. */
async function openLine(box: Box, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const { id } = JSON.parse(
    await answer(box, {
      method: "POST",
      path: "/api/whatsapp",
      headers,
      body: JSON.stringify({ name: "Balcão", provider: "practice", queueIds: [1] }),
    }),
  ) as { id: number };
  await answer(box, { method: "POST", path: `/api/practice/${id}/scan`, headers });
  for (const customer of range(10, (index) => index))
    await answer(box, {
      method: "POST",
      path: `/api/practice/${id}/messages`,
      headers,
      body: JSON.stringify({
        from: `551199${1_000_000 + customer}`,
        name: `Cliente ${customer}`,
        body: "Oi",
      }),
    });
}

const listening = ({ port }: Box, token: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ event: "auth", token }));
    socket.onmessage = () => resolve(socket);
    socket.onerror = () => reject(new Error("the socket failed"));
  });
