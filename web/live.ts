import { signal } from "@preact/signals-react";
import type { Frame } from "../src/shared.ts";
import { api, refresh } from "./kit/api.ts";

type Listener = (frame: Frame) => void;

/** The one socket. Frames go to `on(event)`; "ready" too, each time the line is up. Falls back to long polling. */
export const live = {
  state: signal<"connecting" | "online" | "offline">("connecting"),
  /** When the next attempt is due (epoch ms), while offline. */
  retryAt: signal(0),

  on(event: string, listener: Listener) {
    const own = listeners.get(event) ?? new Set();
    listeners.set(event, own.add(listener));
    return () => void own.delete(listener);
  },

  /** Lists must be read again: frames were missed. */
  onReset(listener: () => void) {
    resets.add(listener);
    return () => void resets.delete(listener);
  },

  /** Dropped while offline: say it again on "ready". */
  send(frame: Frame) {
    if (socket?.readyState === WebSocket.OPEN && live.state.value === "online") socket.send(JSON.stringify(frame));
  },

  start() {
    if (running) return;
    running = true;
    connect();
  },

  stop() {
    running = false;
    round++;
    seq = undefined;
    attempts = 0;
    clearTimeout(timer);
    socket?.close();
    live.state.value = "connecting";
  },

  retry() {
    if (!running || live.state.value === "online") return;
    clearTimeout(timer);
    socket?.close();
    connect();
  },
};

const listeners = new Map<string, Set<Listener>>();
const resets = new Set<() => void>();

let running = false;
let socket: WebSocket | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let seq: number | undefined;
let attempts = 0;
let neverOpened = 0;
let round = 0;

function connect() {
  if (!running) return;
  const mine = ++round;
  let opened = false;
  const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket = line;

  line.onopen = () => {
    opened = true;
    neverOpened = 0;
    line.send(JSON.stringify({ event: "auth", token: localStorage.getItem("token"), ...(seq === undefined ? {} : { since: seq }) }));
  };
  line.onmessage = ({ data }) => {
    if (mine === round) take(JSON.parse(String(data)) as Frame);
  };
  line.onclose = ({ code }) => {
    if (mine !== round || !running) return;
    if (!opened) neverOpened++;
    if (code === 4401) void renew(mine);
    else if (neverOpened >= 3) void poll(mine);
    else again();
  };
}

async function renew(mine: number) {
  const renewed = await refresh().catch(() => false);
  if (mine !== round || !running) return;
  if (renewed && attempts < 3) {
    attempts++;
    connect();
  } else again();
}

function again() {
  live.state.value = "offline";
  attempts++;
  const most = Math.min(30_000, 500 * 2 ** Math.min(attempts, 6));
  const wait = most / 2 + (Math.random() * most) / 2;
  live.retryAt.value = Date.now() + wait;
  timer = setTimeout(connect, wait);
}

function up() {
  attempts = 0;
  live.state.value = "online";
}

function take(frame: Frame) {
  if (frame.event === "ready") {
    const fresh = seq === undefined;
    if (typeof frame.seq === "number" && fresh) seq = frame.seq;
    up();
    // What was read before the first "ready" may have changed on the way.
    if (fresh) reset();
  } else if (frame.event === "reset") {
    seq = typeof frame.seq === "number" ? frame.seq : undefined;
    reset();
    return;
  } else if (typeof frame.seq === "number") {
    if (seq !== undefined && frame.seq <= seq) return;
    seq = frame.seq;
  }
  for (const listener of listeners.get(frame.event) ?? []) listener(frame);
}

function reset() {
  for (const listener of resets) listener();
}

async function poll(mine: number) {
  let first = true;
  while (mine === round && running) {
    // An answer that keeps us waiting for news is a line that is up.
    const waited = setTimeout(() => mine === round && up(), 1500);
    try {
      const answer = await api.get<{ seq: number; events: Frame[] }>("/events", { since: seq });
      if (mine !== round || !running) return;
      if (first) take({ event: "ready", seq: answer.seq });
      first = false;
      answer.events.forEach(take);
      seq = answer.seq;
    } catch {
      if (mine !== round || !running) return;
      // The server is gone altogether, not only its sockets: try those again first.
      neverOpened = 0;
      again();
      return;
    } finally {
      clearTimeout(waited);
    }
  }
}

window.addEventListener("online", () => live.retry());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && live.state.value === "offline") live.retry();
});
