import { dlopen, ptr } from "bun:ffi";
import { endAddress, loopTurns } from "./current-work.ts";
import { log, trace } from "./log.ts";

/** The process is ended when it is blocked for so long (s). */
export const patience = 30;

/** A loop that is blocked for good. systemd starts the box again. rules.md#blocked-loop */
export const blocked = 70;

/** The process ends so long (ms) after its end is noted. */
const noted = 250;

/**
 * Ends this process with 70 once its loop has been blocked for so many seconds, and notes the time
 * beside the running work. Returns a function that stops the watchdog. The C library's timers call
 * `_exit` and `time` by themselves. A thread of our own to watch the loop would be a second
 * JavaScript engine of 10 MB.
 */
export function watchLoop(seconds: number): () => void {
  const timers = timersToEnd();
  if (!timers) return () => {};
  const set = () => {
    loopTurns();
    timers.note?.(seconds * 1000);
    timers.end(seconds * 1000 + noted);
  };
  set();
  // A box that could not start ends: the beat does not hold it.
  const beat = setInterval(set, 500).unref();
  return () => {
    clearInterval(beat);
    timers.note?.(0);
    timers.end(0);
  };
}

/** Sets the ms until a timer fires, 0 for never. */
type Timer = (ms: number) => void;

/**
 * Timers that end the process, and that write the time where the next process finds it. Undefined
 * where the C library is older than 2021: a box works without them, too.
 */
function timersToEnd(): { end: Timer; note?: Timer } | undefined {
  // Other systems have no such timers: a blocked loop is ended by hand there.
  if (process.platform !== "linux") return undefined;
  try {
    const c = dlopen("libc.so.6", {
      dlsym: { args: ["usize", "ptr"], returns: "u64" },
      timer_create: { args: ["i32", "ptr", "ptr"], returns: "i32" },
      timer_settime: { args: ["u64", "i32", "ptr", "ptr"], returns: "i32" },
    }).symbols;
    const timerOf = (name: string, value: bigint): Timer => {
      const symbol = new TextEncoder().encode(`${name}\0`);
      const event = expiry(c.dlsym(0, ptr(symbol)), value);
      const timer = new BigUint64Array(1);
      // This clock stops while a computer sleeps, so sleep does not look like a blocked loop.
      if (c.timer_create(monotonic, ptr(event), ptr(timer)) !== 0)
        throw new Error("timer_create refused");
      // A `struct itimerspec`. Each second after the first time it tries again: a thread may be
      // refused.
      const times = new BigInt64Array([1n, 0n, 0n, 0n]);
      return (ms) => {
        times[2] = BigInt(Math.floor(ms / 1000));
        times[3] = BigInt(ms % 1000) * 1_000_000n;
        c.timer_settime(timer[0]!, 0, ptr(times), null);
      };
    };
    const address = endAddress();
    return {
      end: timerOf("_exit", BigInt(blocked)),
      note: address === undefined ? undefined : timerOf("time", BigInt(address)),
    };
  } catch (error) {
    log("warn", "watchdog", trace(error));
  }
}

const monotonic = 1;
const inThread = 2;

/** A `struct sigevent`: call `run(value)` in a thread. */
function expiry(run: bigint, value: bigint): DataView {
  const event = new DataView(new ArrayBuffer(64));
  event.setBigUint64(0, value, true);
  event.setInt32(12, inThread, true);
  event.setBigUint64(16, run, true);
  return event;
}
