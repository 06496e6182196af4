import type { Elysia } from "elysia";
import { z } from "zod";
import type { Hub, Peer, Why } from "./hub.ts";
import type { Whisper } from "./kit/audience.ts";
import { Fault } from "./kit/fault.ts";
import { given, routes, sameOrigin, type Visit } from "./kit/http.ts";
import type { Doorkeeper } from "./modules/auth/door.ts";
import { enter } from "./modules/users/online.ts";
import type { Presence, Seat } from "./presence.ts";
import type { Frame } from "./shared.ts";

/** How often a listener is asked whether it is there, in ms, and how many times it may be silent before it is let go. */
const askEvery = 5000;
const mostUnanswered = 2;
const pollFor = 25_000;
const patience = 10_000;
/** A listener this many bytes behind is cut off: it reconnects and catches up. */
const behind = 1024 * 1024;

const codes: Record<Why, number> = { over: 4401, restart: 1012, behind: 1013 };

const pong = JSON.stringify({ event: "pong" } satisfies Frame);

const hello = z.object({ event: z.literal("auth"), token: z.string().max(4096), since: z.number().int().min(0).optional() });

/** `GET /ws`: first the client's `auth` frame, then `ready`, what was missed, and live frames. What else the client says is who looks where, and whether we are there. */
export function sockets(hub: Hub, door: Doorkeeper, presence: Presence, publicUrl?: string, heartbeat = askEvery) {
  const whisper: Whisper = (...said) => hub.whisper(...said);
  const leaving = new Map<string, () => void>();
  const seats = new Map<string, Seat>();
  /** How many questions in a row each left unanswered. */
  const unanswered = new Map<string, number>();
  const heard = (id: string) => unanswered.has(id) && unanswered.set(id, 0);
  // On the app itself: an Elysia of its own would look for the server on itself, and find none.
  return (app: Elysia) => app.ws("/ws", {
    maxPayloadLength: 64 * 1024,
    idleTimeout: 60,
    beforeHandle({ request }) {
      if (!sameOrigin(request, publicUrl)) throw new Fault("forbidden", "ERR_FOREIGN_ORIGIN", { message: "Origem não permitida" });
    },
    open(ws) {
      const timer = setTimeout(() => ws.close(4401, "no sign-in"), patience);
      leaving.set(ws.id, () => clearTimeout(timer));
    },
    // Bun's own socket comes here, not Elysia's: its id is in its data.
    pong: (ws) => void heard((ws as unknown as { data: { id: string } }).data.id),
    async message(ws, message) {
      heard(ws.id);
      // Who has not said who they are says nothing else, and nobody says it twice.
      const isKnown = seats.has(ws.id);
      const frame = typeof message === "string" ? parsed(message) : message;
      const said = hello.safeParse(frame);
      // Other frames are a client's wishes; none of them decides what it hears.
      if (said.success === isKnown) return void ws.close(4401, "sign in once");
      if (!said.success) return isPing(frame) ? answer(ws.raw as unknown as Bun.ServerWebSocket) : seats.get(ws.id)?.hear(frame);
      const visit = await door.admit(said.data.token).catch(() => undefined);
      if (!visit || visit.barred) return void ws.close(4401, "sign in again");
      // It may have left while its token was looked at.
      if (!leaving.has(ws.id)) return;
      leaving.get(ws.id)?.();
      // Elysia's own type leaves out how far behind a socket is.
      const socket = ws.raw as unknown as Bun.ServerWebSocket;
      const peer = peerFor(visit, door, {
        // -1 means that it waits its turn, 0 that it was dropped.
        say: (frame) => socket.getBufferedAmount() < behind && socket.send(frame) !== 0,
        close: (why) => socket.close(codes[why], why),
      });
      // Who comes is told to the others.
      const gone = enter(visit.store, visit.me.id, whisper);
      // Nothing can be told between the catch-up and the joining: both happen in one turn.
      greet(hub, visit, peer, said.data.since);
      const leave = hub.join(peer);
      const seat = presence.enter(visit.store, peer);
      seats.set(ws.id, seat);
      unanswered.set(ws.id, 0);
      const pings = setInterval(() => {
        const times = unanswered.get(ws.id) ?? 0;
        // A line that is half open closes by itself only when much was said into it.
        if (times >= mostUnanswered) return socket.terminate();
        unanswered.set(ws.id, times + 1);
        socket.ping();
      }, heartbeat);
      leaving.set(ws.id, () => {
        clearInterval(pings);
        unanswered.delete(ws.id);
        seats.delete(ws.id);
        leave();
        seat.leave();
        gone();
      });
    },
    close(ws) {
      leaving.get(ws.id)?.();
      leaving.delete(ws.id);
    },
  });
}

/** `GET /api/events?since=`: the same frames by long poll, where sockets are blocked. */
export const polls = routes("/events")
  .use(given<Hub>()("hub"))
  .use(given<Doorkeeper>()("door"))
  .use(given<Whisper>()("whisper"))
  .get("/", async ({ hub, door, whisper, store, me, session, control, plan, query, request }) => {
    if (query.since === undefined) return { seq: store.seq(), events: [] };
    const visit: Visit = { store, me, session, control, plan };
    const frames: string[] = [];
    let wake = () => {};
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const peer = peerFor(visit, door, { say: (frame) => (frames.push(frame), wake(), true), close: wake });
    const missed = hub.missed(store, peer, query.since);
    if (!missed) return { seq: store.seq(), events: [{ event: "reset" }] };
    frames.push(...missed);
    if (frames.length === 0) {
      const gone = enter(store, me.id, whisper);
      const leave = hub.join(peer);
      request.signal.addEventListener("abort", wake);
      await Promise.race([woken, Bun.sleep(pollFor)]);
      leave();
      gone();
    }
    const seq = store.seq();
    return { seq, events: frames.map((frame) => JSON.parse(frame) as Frame) };
  }, { can: "tickets.read", query: z.object({ since: z.coerce.number().int().min(0).optional() }) });

function greet(hub: Hub, { store }: Visit, peer: Peer, since: number | undefined) {
  peer.say(JSON.stringify({ event: "ready", seq: store.seq() } satisfies Frame));
  if (since === undefined) return;
  const missed = hub.missed(store, peer, since);
  for (const frame of missed ?? [JSON.stringify({ event: "reset" } satisfies Frame)]) {
    if (!peer.say(frame)) return peer.close("behind");
  }
}

function peerFor({ store, me, session }: Visit, door: Doorkeeper, ways: Pick<Peer, "say" | "close">): Peer {
  return { company: store.company, session, me, ...ways, again: () => visitOf(door, session)?.me };
}

function visitOf(door: Doorkeeper, session: string) {
  try {
    const visit = door.visit(session);
    return visit?.barred ? undefined : visit;
  } catch (thrown) {
    // A subscription that ran out while someone listened.
    if (thrown instanceof Fault) return undefined;
    throw thrown;
  }
}

// Who doesn't read the answers gets none.
function answer(socket: Bun.ServerWebSocket) {
  if (socket.getBufferedAmount() < behind) socket.send(pong);
}

const isPing = (frame: unknown) => typeof frame === "object" && frame !== null && "event" in frame && frame.event === "ping";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
