import type { Elysia } from "elysia";
import { z } from "zod";
import type { Hub } from "./hub.ts";
import type { CloseReason, Peer } from "./peers.ts";
import type { SendTransient } from "../kit/db/audience.ts";
import { parseJson } from "../kit/http/body.ts";
import { begins, workOf } from "../kit/process/current-work.ts";
import { Fault } from "../kit/fault.ts";
import type { Authenticator, AuthContext } from "../kit/http/auth-context.ts";
import { inject, routes } from "../kit/http/http.ts";
import { sameOrigin } from "../kit/http/request.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { takeTurns } from "../kit/process/take-turns.ts";
import type { Server, Socket, SocketHandlers } from "../kit/http/listen.ts";
import { openScreen } from "../modules/users/online.ts";
import type { Presence, PresenceHandle } from "./presence.ts";
import type { Frame } from "../shared/wire.ts";

/**
 * How often a socket is pinged, in ms, and how many pings in a row may go unanswered before it is
 * closed. rules.md#heartbeat
 */
const pingInterval = 5000;
const mostUnanswered = 2;
const pollFor = 25_000;
const signInTimeout = 10_000;
/** A socket with this many unsent bytes is closed: it reconnects and catches up. */
const behind = 1024 * 1024;

const codes: Record<CloseReason, number> = {
  over: 4401,
  restart: 1012,
  behind: 1013,
  tooMany: 4429,
};

/** Characters of the frame that signs in. */
const maxAuthFrame = 8 * 1024;

const screens = workOf("route", "/ws");

const pong = JSON.stringify({ event: "pong" } satisfies Frame);

const authFrame = z.object({
  event: z.literal("auth"),
  token: z.string().max(4096),
  since: z.number().int().min(0).optional(),
});

/**
 * `GET /ws`: first the client's `auth` frame, then `ready`, the missed frames, and live frames.
 * After that the client sends only presence frames and pings.
 */
export function sockets(
  hub: Hub,
  authenticator: Authenticator,
  presence: Presence,
  publicUrl?: string,
  heartbeat = pingInterval,
) {
  const sendTransient: SendTransient = (...args) => hub.sendTransient(...args);

  return (app: Elysia) =>
    app.get("/ws", (context) => upgrade(context as unknown as Upgrade, publicUrl, listener()));

  /** One socket, from its opening to its end. */
  function listener(): SocketHandlers {
    let leave = () => {};
    let presenceHandle: PresenceHandle | undefined;
    let isOpen = true;
    let hasAsked = false;
    /** Pings in a row without an answer. */
    let unanswered = 0;

    return {
      open(socket) {
        const timer = setTimeout(() => socket.close(4401, "no sign-in"), signInTimeout);
        leave = () => clearTimeout(timer);
      },
      pong: () => void (unanswered = 0),
      message(socket, message) {
        unanswered = 0;
        begins(screens);
        // Before signing in only a short auth frame is accepted.
        if (!presenceHandle && message.length > maxAuthFrame)
          return socket.close(1009, "sign in first");
        const frame = typeof message === "string" ? parsed(message) : undefined;
        const signingIn = authFrame.safeParse(frame);
        // The first frame must be the auth frame, and no later one.
        if (signingIn.success === hasAsked) return socket.close(4401, "sign in once");
        hasAsked = true;
        if (signingIn.success) return signIn(socket, signingIn.data);
        return isPing(frame) ? answer(socket) : presenceHandle?.receive(frame);
      },
      close() {
        isOpen = false;
        leave();
      },
    };

    async function signIn(socket: Socket, { token, since }: z.infer<typeof authFrame>) {
      const auth = await authenticator.authenticate(token).catch(() => undefined);
      if (!auth || auth.totpSetupRequired) return socket.close(4401, "sign in again");
      // It may have closed while its token was checked.
      if (!isOpen) return;
      leave();
      const peer = peerFor(auth, authenticator, {
        // -1 means that it is buffered, 0 that it was dropped.
        send: (frame) => socket.getBufferedAmount() < behind && socket.send(frame) !== 0,
        close: (why) => socket.close(codes[why], why),
        topics: {
          subscribe: (topic) => socket.subscribe(topic),
          unsubscribe: (topic) => socket.unsubscribe(topic),
          isBehind: () => socket.getBufferedAmount() >= behind,
        },
      });
      if (since === undefined) return enter(socket, auth, peer, since);
      await turnsOf(auth.db)(peer, () => {
        // It may have closed, or its session ended, while others had their turn.
        if (isOpen && peer.refresh()) enter(socket, auth, peer, since);
        else socket.close(codes.over, "over");
      });
    }

    function enter(socket: Socket, auth: AuthContext, peer: Peer, since: number | undefined) {
      // The others see the user come online.
      const gone = openScreen(auth.db, auth.me.id, sendTransient);
      // No event is lost between the catch-up and the joining: both happen without an await.
      sendCatchUp(hub, auth, peer, since);
      const leaveHub = hub.join(peer);
      const taken = presence.enter(auth.db, peer);
      presenceHandle = taken;
      const pings = setInterval(() => {
        // A half-open TCP connection would stay for long.
        if (unanswered >= mostUnanswered) return socket.terminate();
        unanswered += 1;
        socket.ping();
      }, heartbeat);
      leave = () => {
        clearInterval(pings);
        leaveHub();
        taken.leave();
        gone();
      };
    }
  }
}

type Upgrade = { request: Request; set: { headers: unknown }; server: Server };

/** Throws forbidden for a page of another origin. */
function upgrade(
  { request, set, server }: Upgrade,
  publicUrl: string | undefined,
  data: SocketHandlers,
) {
  if (!sameOrigin(request, publicUrl))
    throw new Fault("forbidden", "ERR_FOREIGN_ORIGIN", { message: "Origem não permitida" });
  if (!server.upgrade(request, { headers: set.headers as Record<string, string>, data }))
    throw new Fault("malformed", "ERR_MALFORMED", { message: "Aqui só se fala por WebSocket" });
}

/** `GET /api/events?since=`: the same frames by long poll, where sockets are blocked. */
export const polls = routes("/events", { whileOverdue: true })
  .use(inject<Hub>()("hub"))
  .use(inject<Authenticator>()("authenticator"))
  .use(inject<SendTransient>()("sendTransient"))
  .get(
    "/",
    async ({
      hub,
      authenticator,
      sendTransient,
      db,
      me,
      session,
      control,
      plan,
      overdue,
      query,
      request,
    }) => {
      if (query.since === undefined) return { seq: db.seq(), events: [] };
      const auth: AuthContext = { db, me, session, control, plan, overdue };
      const frames: string[] = [];
      let wake = () => {};
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const peer = peerFor(auth, authenticator, {
        send: (frame) => (frames.push(frame), wake(), true),
        close: wake,
      });
      const { since } = query;
      const { missed, leave } = await turnsOf(db)(peer, () => {
        const missed = hub.missed(db, peer, since);
        if (missed?.length !== 0) return { missed };
        const gone = openScreen(db, me.id, sendTransient);
        const leaveHub = hub.join(peer);
        return { missed, leave: () => (leaveHub(), gone()) };
      });
      if (!missed) return { seq: db.seq(), events: [{ event: "reset" }] };
      frames.push(...missed);
      if (leave) {
        if (request.signal.aborted) wake();
        request.signal.addEventListener("abort", wake);
        await Promise.race([woken, Bun.sleep(pollFor)]);
        // `seq` commits waiting events while the listener is still here: the number in the reply
        // counts them.
        db.seq();
        leave();
      }
      const seq = db.seq();
      return { seq, events: frames.map((frame) => JSON.parse(frame) as Frame) };
    },
    { can: "tickets.read", query: z.object({ since: z.coerce.number().int().min(0).optional() }) },
  );

/**
 * Each company's sockets catch up one after the other, with time for other work in between:
 * hundreds may come back at once. rules.md#live-events
 */
function turnsOf(db: CompanyDb) {
  const existing = turns.get(db) ?? takeTurns();
  turns.set(db, existing);
  return existing;
}

const turns = new WeakMap<CompanyDb, ReturnType<typeof takeTurns>>();

function sendCatchUp(hub: Hub, { db }: AuthContext, peer: Peer, since: number | undefined) {
  peer.send(JSON.stringify({ event: "ready", seq: db.seq() } satisfies Frame));
  if (since === undefined) return;
  const missed = hub.missed(db, peer, since);
  for (const frame of missed ?? [JSON.stringify({ event: "reset" } satisfies Frame)]) {
    if (!peer.send(frame)) return peer.close("behind");
  }
}

function peerFor(
  { db, me, session, overdue }: AuthContext,
  authenticator: Authenticator,
  transport: Pick<Peer, "send" | "close" | "topics">,
): Peer {
  const refresh = () => {
    const now = currentAuth(authenticator, session);
    // A user signs in anew when their company has paid or has to pay, and when they are at another
    // company now.
    return now?.db.company === db.company && Boolean(now.overdue) === Boolean(overdue)
      ? now.me
      : undefined;
  };
  return { company: db.company, session, me, overdue: Boolean(overdue), ...transport, refresh };
}

function currentAuth(authenticator: Authenticator, session: string) {
  try {
    const auth = authenticator.resume(session);
    return auth?.totpSetupRequired ? undefined : auth;
  } catch (thrown) {
    // The company's subscription ran out meanwhile.
    if (thrown instanceof Fault) return undefined;
    throw thrown;
  }
}

// A client that does not read gets no pongs.
function answer(socket: Socket) {
  if (socket.getBufferedAmount() < behind) socket.send(pong);
}

const isPing = (frame: unknown) =>
  typeof frame === "object" && frame !== null && "event" in frame && frame.event === "ping";

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
