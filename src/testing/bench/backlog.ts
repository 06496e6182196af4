import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import type { Connection } from "../../modules/connections/table.ts";
import { eventually } from "../browser/eventually.ts";
import { whatsapp, type WhatsAppServer } from "../whatsapp-server/server.ts";
import { startIdle } from "./box.ts";
import { openDesk, practiceLine, type Desk } from "./desk.ts";
import { at } from "./load.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 6;
const waiting = 500;
const people = 25;
const aim = 50;
/** How long the test looks on after the last message, in ms. */
const afterwards = 500;

/** An answer that a caller waited for: the time of the request, and the wait, in ms. */
type Waited = [asked: number, took: number];
type Watched = { list: Waited[]; idle: Waited[]; arrived: [at: number, body: string][] };
/**
 * The longest answer before the first message, until the last, and after it, in ms. `idle` is the
 * longest answer of a process with nothing to do in the same time.
 */
type Held = {
  before: number;
  during: number;
  after: number;
  p99: number;
  idle: number;
  took: number;
};

/**
 * A line comes up with 500 messages waiting, on practice and on WhatsApp, while a caller asks for
 * the list of tickets. The caller is a process of its own, because this one runs the WhatsApp
 * server.
 */
export async function backlog(folder: string) {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  const wa = await whatsapp();
  Object.assign(process.env, wa.env);
  try {
    const desk = await openDesk(executable, join(folder, "data"));
    const practice = await practiceLine(desk, "Treino");
    const beta = await whatsappLine(desk, wa);
    const idle = await startIdle();
    const worst = { practice: 0, whatsapp: 0 };
    const report = (name: keyof typeof worst, held: Held) => {
      worst[name] = Math.max(worst[name], held.before, held.during, held.after);
      console.log(
        `${name}: ${waiting} messages of ${people} people in ${held.took.toFixed(0)} ms; a list takes at most ${held.before.toFixed(1)} ms before the first, ${held.during.toFixed(1)} until the last (p99 ${held.p99.toFixed(1)}), ${held.after.toFixed(1)} after it; ${held.idle.toFixed(1)} where nothing goes on`,
      );
    };
    for (let round = 0; round < rounds; round++) {
      await wa.goesDown();
      await desk.kill();
      const phones = Array.from({ length: people }, (_, index) =>
        wa.phone(`Cliente ${round} ${index}`),
      );
      for (let count = 0; count < waiting; count++)
        await phones[count % people]!.says(`espera ${round} ${count}`);
      await desk.start();
      report(
        "whatsapp",
        await watched(
          desk,
          idle.port,
          (body) => body === `espera ${round} ${waiting - 1}`,
          async () => {
            wa.comesBack();
            await desk.call("POST", `/whatsappsession/${beta}`);
          },
        ),
      );

      await desk.call("POST", `/practice/${practice}/faults`, { disconnect: true });
      for (let count = 0; count < waiting; count++)
        await desk.call("POST", `/practice/${practice}/messages`, {
          from: `551198${String(round * people + (count % people)).padStart(7, "0")}`,
          name: `Freguês ${round} ${count % people}`,
          body: `fila ${round} ${count}`,
        });
      report(
        "practice",
        await watched(
          desk,
          idle.port,
          (body) => body === `fila ${round} ${waiting - 1}`,
          () => desk.call("POST", `/practice/${practice}/faults`, { disconnect: false }),
        ),
      );
    }
    for (const [name, most] of Object.entries(worst))
      console.log(
        `${most <= aim ? "met   " : "MISSED"} ${name}: a list waits at most ${aim} ms while a line comes up with ${waiting} messages (${most.toFixed(1)})`,
      );
  } finally {
    await wa.stop();
  }
}

const seen = (desk: Desk, line: number, matches: (now: Connection) => boolean) =>
  eventually(
    async () => [await desk.call<Connection>("GET", `/whatsapp/${line}`)].find(matches),
    "the line",
    90_000,
  );

async function whatsappLine(desk: Desk, wa: WhatsAppServer): Promise<number> {
  const { id } = await desk.call<Connection>("POST", "/whatsapp", {
    name: "Balcão",
    provider: "beta",
  });
  await wa.account().scans((await seen(desk, id, ({ qrcode }) => qrcode !== "")).qrcode);
  await seen(desk, id, ({ status }) => status === "CONNECTED");
  return id;
}

async function watched(
  desk: Desk,
  idle: number,
  isLast: (body: string) => boolean,
  comesUp: () => Promise<unknown>,
): Promise<Held> {
  const { promise, resolve } = Promise.withResolvers<Watched>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const child = Bun.spawn(
    [process.execPath, import.meta.path, desk.url, String(idle), await desk.token()],
    {
      stdio: ["ignore", "inherit", "inherit"],
      ipc(message: "ready" | { body: string } | Watched) {
        if (message === "ready") ready.resolve();
        else if ("body" in message) void (isLast(message.body) && ended.resolve());
        else resolve(message);
      },
    },
  );
  await ready.promise;
  await Promise.all([comesUp(), ended.promise]);
  await Bun.sleep(afterwards);
  child.send("enough");
  const { list, idle: nothing, arrived } = await promise;
  await child.exited;
  const [first, last] = [arrived[0]![0], arrived.find(([, body]) => isLast(body))![0]];
  const most = (some: Waited[]) => some.reduce((most, [, took]) => Math.max(most, took), 0);
  const during = list.filter(([at, took]) => at + took >= first && at <= last);
  return {
    before: most(list.filter(([at, took]) => at + took < first)),
    during: most(during),
    after: most(list.filter(([at]) => at > last)),
    p99: at(
      during.map(([, took]) => took).sort((a, b) => a - b),
      0.99,
    ),
    idle: most(nothing),
    took: last - first,
  };
}

if (import.meta.main) {
  const [url, idle, token] = process.argv.slice(2) as [string, string, string];
  const watched: Watched = { list: [], idle: [], arrived: [] };
  let isOver = false;
  const asks = async (waits: Waited[], where: string) => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(where, { headers: { authorization: `Bearer ${token}` } })).text();
      waits.push([began, performance.now() - began]);
      await Bun.sleep(2);
    }
  };
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
  socket.onopen = () => socket.send(JSON.stringify({ event: "auth", token }));
  socket.onmessage = ({ data }) => {
    const { event, message } = JSON.parse(String(data)) as {
      event: string;
      message?: { body: string };
    };
    if (event === "ready") process.send!("ready");
    if (event !== "appMessage" || !message) return;
    watched.arrived.push([performance.now(), message.body]);
    process.send!({ body: message.body });
  };
  process.on("message", () => void (isOver = true));
  await Promise.all([
    asks(watched.list, `${url}/api/tickets?status=pending&showAll=true`),
    asks(watched.idle, `http://127.0.0.1:${idle}/`),
  ]);
  process.send!(watched);
  process.exit();
}
