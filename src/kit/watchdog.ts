import { dlopen, ptr } from "bun:ffi";
import { log, trace } from "./log.ts";

/** How long (s) nothing may happen in this process until it is ended. */
const patience = 30;

/** A loop that is blocked for good. systemd starts the box again. rules.md#blocked-loop */
export const blocked = 70;

/**
 * Ends this process with 70 once its loop has been blocked for so many seconds. Returns what ends
 * the watching.
 * The C library's timer calls `_exit` by itself: a thread of our own to watch the loop would be a
 * second JavaScript engine of 10 MB.
 */
export function watchLoop(seconds = patience): () => void {
  const set = timerToEnd();
  if (!set) return () => {};
  set(seconds);
  const beat = setInterval(set, 500, seconds);
  return () => {
    clearInterval(beat);
    set(0);
  };
}

/**
 * Sets after how many seconds this process ends, 0 for never. Undefined where the C library is
 * older than 2021: a box works without it, too.
 */
function timerToEnd() {
  try {
    const { dlsym, timer_create, timer_settime } = dlopen("libc.so.6", {
      dlsym: { args: ["usize", "ptr"], returns: "u64" },
      timer_create: { args: ["i32", "ptr", "ptr"], returns: "i32" },
      timer_settime: { args: ["u64", "i32", "ptr", "ptr"], returns: "i32" },
    }).symbols;
    const [timer, event] = [new BigUint64Array(1), expiry(dlsym(0, ptr(exit)))];
    // This clock stands still while a computer sleeps, which is not to be taken for a blocked loop.
    if (timer_create(monotonic, ptr(event), ptr(timer)) !== 0)
      throw new Error("timer_create refused");
    // A `struct itimerspec`. Each second after the first time it tries again: a thread may be
    // refused.
    const times = new BigInt64Array([1n, 0n, 0n, 0n]);
    return (seconds: number) => {
      times[2] = BigInt(seconds);
      timer_settime(timer[0]!, 0, ptr(times), null);
    };
  } catch (error) {
    log("warn", "watchdog", trace(error));
  }
}

const monotonic = 1;
const inThread = 2;
const exit = new TextEncoder().encode("_exit\0");

/** A `struct sigevent`: call `run(70)` in a thread. */
function expiry(run: bigint): DataView {
  const event = new DataView(new ArrayBuffer(64));
  event.setInt32(0, blocked, true);
  event.setInt32(12, inThread, true);
  event.setBigUint64(16, run, true);
  return event;
}
