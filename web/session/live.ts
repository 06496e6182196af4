import { effect, signal, untracked } from "@preact/signals-react";
import type { Frame } from "../../src/shared/wire.ts";
import { beginAt, forgetSeq, lastSeq, on, onReset, dispatch, dispatchAll } from "./frames.ts";
import { heartbeat } from "./heartbeat.ts";
import { abortPending, api, isReachable, refreshToken } from "../kit/api.ts";
import { liveWanted } from "./session.ts";

/**
 * The page's only socket. Frames go to `on(event)`, with "ready" after each connect. It falls back
 * to long polling.
 */
export const live = {
  state: signal<"connecting" | "online" | "offline">("connecting"),
  /** The time of the next attempt (epoch ms), while offline. */
  retryAt: signal(0),
  /** The start of the silence (`performance.now()`), while offline. */
  silentSince: signal(0),

  on,
  onReset,

  /** A frame is dropped while offline: send it again on "ready". */
  send(frame: Frame) {
    if (socket && live.state.value === "online") sendOn(socket, frame);
  },

  retry() {
    if (!running || live.state.value === "online") return;
    clearTimeout(timer);
    closeSocket();
    connect();
  },
};

/** A connection shows as offline after this many ms without success. */
const offlineAfter = 4500;
/** An attempt to connect ends after this many ms. */
const attemptTimeout = 10_000;

let running = false;
let begun: Promise<void> | undefined;
let socket: WebSocket | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let beat: ReturnType<typeof heartbeat> | undefined;
let attemptTimers: ReturnType<typeof setTimeout>[] = [];
let attempts = 0;
let neverOpened = 0;
let round = 0;

/**
 * Connects. `since` is the number of the last event when the page began to load its data, so all
 * later events arrive. The socket's sign-in waits for it. Without it the lists reload.
 */
function start(since?: number | Promise<number | undefined>) {
  if (running) return;
  running = true;
  begun = Promise.resolve(since).then((number) => {
    if (running && number !== undefined) beginAt(number);
  });
  connect();
}

function stop() {
  running = false;
  round++;
  forgetSeq();
  attempts = 0;
  clearTimeout(timer);
  closeSocket();
  live.state.value = "connecting";
}

function connect() {
  if (!running) return;
  const thisRound = ++round;
  let opened = false;
  const ws = new WebSocket(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  );
  socket = ws;
  const began = performance.now();
  attemptTimers = [
    setTimeout(() => markOffline(began), offlineAfter),
    setTimeout(() => {
      if (!opened) neverOpened++;
      connectionLost(began);
    }, attemptTimeout),
  ];

  ws.onopen = async () => {
    opened = true;
    neverOpened = 0;
    await begun;
    if (thisRound !== round) return;
    const seq = lastSeq();
    sendOn(ws, {
      event: "auth",
      token: localStorage.getItem("token"),
      ...(seq === undefined ? {} : { since: seq }),
    });
  };
  ws.onmessage = ({ data }) => {
    if (thisRound !== round) return;
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.event === "ready") markOnline(() => sendOn(ws, { event: "ping" }));
    beat?.onFrame();
    dispatch(frame);
  };
  ws.onclose = ({ code }) => {
    if (thisRound !== round || !running) return;
    closeSocket();
    if (!opened) neverOpened++;
    if (code === 4401) void renew(thisRound);
    else if (code === 4429) waitForFocus();
    else if (neverOpened >= 3) void poll(thisRound);
    else reconnectLater();
  };
}

// A socket that has closed meanwhile, as at a sign-out, would log an error.
function sendOn(ws: WebSocket, frame: Frame) {
  if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify(frame));
}

/** Closes the socket without waiting: a half-open one takes long to close. */
function closeSocket() {
  beat?.stop();
  beat = undefined;
  attemptTimers.forEach(clearTimeout);
  socket?.close();
}

/** Reconnects after the connection has gone silent. */
function connectionLost(since: number) {
  if (!running) return;
  round++;
  closeSocket();
  abortPending();
  reconnectLater(since);
}

/** The user has too many screens open: this one reconnects when it gets the focus. */
function waitForFocus() {
  round++;
  markOffline(performance.now());
  window.addEventListener("focus", () => live.retry(), { once: true });
}

async function renew(thisRound: number) {
  const renewed = await refreshToken().catch(() => false);
  if (thisRound !== round || !running) return;
  if (renewed && attempts < 3) {
    attempts++;
    connect();
  } else reconnectLater();
}

function reconnectLater(since = performance.now()) {
  markOffline(since);
  attempts++;
  const longest = Math.min(30_000, 500 * 2 ** Math.min(attempts, 6));
  const wait = longest / 2 + (Math.random() * longest) / 2;
  live.retryAt.value = Date.now() + wait;
  timer = setTimeout(connect, wait);
}

function markOffline(since: number) {
  if (live.state.value !== "offline") live.silentSince.value = since;
  live.state.value = "offline";
}

function markOnline(ask: () => void) {
  attemptTimers.forEach(clearTimeout);
  attempts = 0;
  if (live.state.value === "offline") abortPending();
  live.state.value = "online";
  beat ??= heartbeat({ ask, lost: connectionLost });
}

async function poll(thisRound: number) {
  let first = true;
  const markHeard = () => {
    if (thisRound === round && running)
      markOnline(() => void isReachable().then((isThere) => isThere && beat?.onFrame()));
  };
  while (thisRound === round && running) {
    // A poll that the server holds open proves a working connection.
    const waited = setTimeout(markHeard, 1500);
    try {
      const answer = await api.get<{ seq: number; events: Frame[] }>("/events", {
        since: lastSeq(),
      });
      if (thisRound !== round || !running) return;
      markHeard();
      beat?.onFrame();
      if (first) dispatch({ event: "ready", seq: answer.seq });
      first = false;
      dispatchAll(answer.events, answer.seq);
    } catch {
      if (thisRound !== round || !running) return;
      closeSocket();
      // The server is unreachable, not only its sockets: try sockets first again.
      neverOpened = 0;
      reconnectLater();
      return;
    } finally {
      clearTimeout(waited);
    }
  }
}

window.addEventListener("online", () => live.retry());
// The box may run on this machine, where it is reachable without a network.
window.addEventListener("offline", async () => {
  const thisRound = round;
  if (!(await isReachable()) && thisRound === round) connectionLost(performance.now());
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (live.state.value === "offline") live.retry();
  else beat?.check();
});

effect(() => {
  const target = liveWanted.value;
  untracked(() => (target ? start(target.since) : stop()));
});
