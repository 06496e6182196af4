import { signal } from "@preact/signals-react";
import type { Frame } from "../src/shared/wire.ts";
import { forget, heardTo, on, onReset, take, takeAll } from "./frames.ts";
import { heartbeat } from "./heartbeat.ts";
import { abandon, api, reachable, refresh } from "./kit/api.ts";

/** The one socket. Frames go to `on(event)`; "ready" too, each time the line is up. Falls back to long polling. */
export const live = {
  state: signal<"connecting" | "online" | "offline">("connecting"),
  /** When the next attempt is due (epoch ms), while offline. */
  retryAt: signal(0),
  /** Since when nothing is heard (`performance.now()`), while offline. */
  silentSince: signal(0),

  on,
  onReset,

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
    forget();
    attempts = 0;
    clearTimeout(timer);
    hangUp();
    live.state.value = "connecting";
  },

  retry() {
    if (!running || live.state.value === "online") return;
    clearTimeout(timer);
    hangUp();
    connect();
  },
};

/** Who waits longer than this to be taken in is told that the server is away; ms. */
const saidAfter = 4500;
/** An attempt that leads nowhere is given up; ms. */
const triedFor = 10_000;

let running = false;
let socket: WebSocket | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let beat: ReturnType<typeof heartbeat> | undefined;
let tries: ReturnType<typeof setTimeout>[] = [];
let attempts = 0;
let neverOpened = 0;
let round = 0;

function connect() {
  if (!running) return;
  const mine = ++round;
  let opened = false;
  const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket = line;
  const began = performance.now();
  tries = [setTimeout(() => away(began), saidAfter), setTimeout(() => {
    if (!opened) neverOpened++;
    lose(began);
  }, triedFor)];

  line.onopen = () => {
    opened = true;
    neverOpened = 0;
    const seq = heardTo();
    line.send(JSON.stringify({ event: "auth", token: localStorage.getItem("token"), ...(seq === undefined ? {} : { since: seq }) }));
  };
  line.onmessage = ({ data }) => {
    if (mine !== round) return;
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.event === "ready") up(() => line.send(JSON.stringify({ event: "ping" })));
    beat?.heard();
    take(frame);
  };
  line.onclose = ({ code }) => {
    if (mine !== round || !running) return;
    hangUp();
    if (!opened) neverOpened++;
    if (code === 4401) void renew(mine);
    else if (neverOpened >= 3) void poll(mine);
    else again();
  };
}

/** Lets go of the line as it is. One that is half open takes its time to close, and nobody waits for it. */
function hangUp() {
  beat?.stop();
  beat = undefined;
  tries.forEach(clearTimeout);
  socket?.close();
}

/** Nothing comes any more. */
function lose(since: number) {
  if (!running) return;
  round++;
  hangUp();
  abandon();
  again(since);
}

async function renew(mine: number) {
  const renewed = await refresh().catch(() => false);
  if (mine !== round || !running) return;
  if (renewed && attempts < 3) {
    attempts++;
    connect();
  } else again();
}

function again(since = performance.now()) {
  away(since);
  attempts++;
  const most = Math.min(30_000, 500 * 2 ** Math.min(attempts, 6));
  const wait = most / 2 + (Math.random() * most) / 2;
  live.retryAt.value = Date.now() + wait;
  timer = setTimeout(connect, wait);
}

function away(since: number) {
  if (live.state.value !== "offline") live.silentSince.value = since;
  live.state.value = "offline";
}

function up(ask: () => void) {
  tries.forEach(clearTimeout);
  attempts = 0;
  if (live.state.value === "offline") abandon();
  live.state.value = "online";
  beat ??= heartbeat({ ask, lost: lose });
}

async function poll(mine: number) {
  let first = true;
  const heard = () => {
    if (mine === round && running) up(() => void reachable().then((isThere) => isThere && beat?.heard()));
  };
  while (mine === round && running) {
    // An answer that keeps us waiting for news is a line that is up.
    const waited = setTimeout(heard, 1500);
    try {
      const answer = await api.get<{ seq: number; events: Frame[] }>("/events", { since: heardTo() });
      if (mine !== round || !running) return;
      heard();
      beat?.heard();
      if (first) take({ event: "ready", seq: answer.seq });
      first = false;
      takeAll(answer.events, answer.seq);
    } catch {
      if (mine !== round || !running) return;
      hangUp();
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
// The box may stand in this very machine: its network is gone, and the line is not.
window.addEventListener("offline", async () => {
  const mine = round;
  if (!(await reachable()) && mine === round) lose(performance.now());
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (live.state.value === "offline") live.retry();
  else beat?.look();
});
