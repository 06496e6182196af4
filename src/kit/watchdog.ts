import { log } from "./log.ts";

/** How long (s) nothing may happen in this process until it is ended. */
const patience = 30;

/** A loop that is blocked for good. systemd starts the box again. rules.md#blocked-loop */
export const blocked = 70;

/** Ends this process with 70 once its loop has been blocked for so many seconds. Returns what ends the watching. */
export function watchLoop(seconds = patience): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), 500);
  // Its text is here: a file of its own would have to be built into the executable, too.
  const worker = new Worker(URL.createObjectURL(new Blob([watcher], { type: "text/javascript" })));
  worker.postMessage({ beats, seconds });
  worker.addEventListener("error", ({ message }) => log("warn", "watchdog", { message }));
  return () => {
    clearInterval(beat);
    worker.terminate();
  };
}

// A thread can't end the process but by the C library. It counts its own turns, so that a computer that was asleep is not taken for a blocked one.
const watcher = `
  const { dlopen } = require("bun:ffi");
  const { writeSync } = require("node:fs");
  const libc = dlopen("libc.so.6", { _exit: { args: ["i32"], returns: "void" } });
  onmessage = ({ data: { beats, seconds } }) => {
    let [last, missed] = [-1, 0];
    setInterval(() => {
      const now = Atomics.load(beats, 0);
      missed = now === last ? missed + 1 : 0;
      last = now;
      if (missed < seconds) return;
      writeSync(2, JSON.stringify({ at: new Date().toISOString(), level: "error", event: "blocked", seconds }) + "\\n");
      libc.symbols._exit(${blocked});
    }, 1000);
  };
`;
