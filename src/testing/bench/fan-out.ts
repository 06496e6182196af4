import { join } from "node:path";
import { Elysia } from "elysia";
import type { ConnectionManager } from "../../channel/channel.ts";
import { Control, type Tx } from "../../kit/db/company-db.ts";
import { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { openFile } from "../../kit/db/open-file.ts";
import { listenOn } from "../../kit/http/listen.ts";
import { Hub } from "../../live/hub.ts";
import { Presence } from "../../live/presence.ts";
import { sockets } from "../../live/sockets.ts";
import { createAuthenticator } from "../../modules/auth/authenticator.ts";
import { identities } from "../../modules/identities/table.ts";
import { start } from "../../modules/identities/sessions.ts";
import { change, loadTicket } from "../../modules/tickets/tickets.ts";
import { listeners } from "./listeners.ts";
import { copySeed, seeded, size } from "./seed.ts";

const quick = process.argv.includes("--quick");
const ms = quick ? 1500 : 5000;
const screens = 500;
const window = 256 * 1024;
/** Events in a turn of the event loop: one alone, and as many as a busy moment has. */
const turns = [1, 8, 32];
/**
 * Deliveries in a second of processor time, or the share of a bare publish that is enough instead.
 */
const required = { rate: 500_000, share: 0.4 };

type Ears = Awaited<ReturnType<typeof listeners>>;
type Told = { rate: number; wall: number; bytes: number };

/**
 * Measures how many live frames reach 500 screens in a second of processor time, from the event's
 * write on. A server that only publishes frames of that size is the ceiling. The disk does not
 * count.
 */
export async function fanOut(folder: string) {
  const box = await startHub(folder);
  const bare = startBare();
  const ears = await listeners(box.port, screens, box.tokens);
  const kinds: Record<string, (tx: Tx, turn: number) => unknown> = {
    "an event for everyone": (tx, turn) =>
      tx.emit(
        "tag",
        "update",
        { tag: { id: 1, name: `Urgente ${turn}`, color: "#7c3aed", kanban: 0 } },
        { to: "everyone" },
      ),
    "a ticket that waits": (tx, turn) =>
      change(tx, loadTicket(box.db, size.tickets), { lastMessage: `Tem pão? ${turn}` }),
  };
  const aims: string[] = [];
  for (const [name, write] of Object.entries(kinds)) {
    let turn = 0;
    for (const count of turns) {
      const ours = await measure(ears, count, () => box.db.write((tx) => void write(tx, turn++)));
      const theirs = await barely(bare, Math.round(ours.bytes), count);
      const line = `${name}, ${count} at once: ${ours.rate.toFixed(0)} deliveries of ${ours.bytes.toFixed(0)} bytes in a second of processor time (${ours.wall.toFixed(0)} by the clock), ${(ours.rate / theirs.rate).toFixed(2)} of a bare publish (${theirs.rate.toFixed(0)}, ${theirs.wall.toFixed(0)})`;
      console.log(line);
      if (count === turns.at(-1))
        aims.push(
          `${ours.rate >= Math.min(required.rate, theirs.rate * required.share) ? "met   " : "MISSED"} ${name}: ${ours.rate.toFixed(0)} deliveries (wanted: ${required.rate}, or ${required.share} of a bare publish)`,
        );
    }
  }
  console.log(aims.join("\n"));
  await ears.stop();
  await Promise.all([box.stop(), bare.stop(true)]);
}

/** The desk's people, fifty screens each: an admin, and nine who serve two queues of five. */
async function startHub(folder: string) {
  const data = join(folder, "fan-out");
  copySeed(await seeded(), data);
  const control = new Control(openFile(join(data, "control.sqlite"), "control"), () => Date.now());
  const dbs = new CompanyDbs(control, data, new Uint8Array(32), control.now);
  const hub = new Hub(dbs);
  const db = dbs.open(1);
  db.sqlite.run("PRAGMA synchronous = OFF");
  // A session is its own token.
  const authenticator = createAuthenticator(dbs, {
    sign: ({ session }) => Promise.resolve(session),
    verify: (session) => Promise.resolve({ session, exp: Infinity }),
  });
  const presence = new Presence(dbs, hub, {
    channel: () => undefined,
  } as unknown as ConnectionManager);
  const door = listenOn(new Elysia({ aot: false }).use(sockets(hub, authenticator, presence)), {
    hostname: "127.0.0.1",
    port: 0,
  });
  const people = control
    .select()
    .from(identities)
    .all()
    .filter(({ companyId }) => companyId === 1);
  const tokens = people.map((identity) => start(control, identity, "", "").session.id);
  return { port: door.port, db, tokens, stop: () => door.stop() };
}

/** A server that only publishes. */
function startBare() {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response()),
    websocket: {
      message(socket) {
        socket.subscribe("all");
        socket.send("ready");
      },
    },
  });
}

async function barely(bare: Bun.Server<undefined>, bytes: number, count: number): Promise<Told> {
  const ears = await listeners(bare.port!, screens, [""]);
  const frame = "x".repeat(bytes);
  const all = await measure(ears, count, () => void bare.publish("all", frame));
  await ears.stop();
  return all;
}

/** Sends so many events at once, turn after turn, as soon as all frames have arrived. */
async function measure(ears: Ears, count: number, tell: () => void): Promise<Told> {
  for (let warm = 0; warm < 50; warm++) tell();
  await quiet(ears);
  const [before, began, used] = [await ears.heard(), performance.now(), process.cpuUsage()];
  const each = Math.max(1, Math.floor(window / 2000 / count));
  for (let turn = 1; performance.now() - began < ms; turn++) {
    for (let index = 0; index < count; index++) tell();
    await (turn % each === 0 ? quiet(ears) : new Promise((resolve) => setImmediate(resolve)));
  }
  await quiet(ears);
  const { user, system } = process.cpuUsage(used);
  const [after, span] = [await ears.heard(), performance.now() - began];
  if (after.sockets < screens)
    throw new Error(`${screens - after.sockets} of ${screens} sockets were closed`);
  const frames = after.frames - before.frames;
  return {
    rate: (frames / (user + system)) * 1_000_000,
    wall: (frames / span) * 1000,
    bytes: (after.bytes - before.bytes) / frames,
  };
}

/** Waits until no more frames arrive. */
async function quiet(ears: Ears) {
  for (let before = -1, now = (await ears.heard()).frames; now !== before;) {
    await Bun.sleep(2);
    [before, now] = [now, (await ears.heard()).frames];
  }
}
