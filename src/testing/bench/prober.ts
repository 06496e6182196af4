import { readFileSync } from "node:fs";
import type { Box } from "./box.ts";

/**
 * How long a caller waited, and at what time, in ms. `unserved` is the part in which the busy
 * machine gave the box or the caller no processor.
 */
export type Wait = { at: number; took: number; unserved: number };

export const none: Wait = { at: 0, took: 0, unserved: 0 };

/** The wait of a caller while a processor was free. */
export const served = ({ took, unserved }: Pick<Wait, "took" | "unserved">) => took - unserved;
export const longer = (one: Wait, other: Wait) => (served(other) > served(one) ? other : one);

/** Asks whether the box is well, again and again with 2 ms in between. */
export function askAgainAndAgain({ port, pid }: Pick<Box, "port" | "pid">) {
  const waits: Wait[] = [];
  let on = true;
  const unservedOf = () => withoutProcessor(pid) + withoutProcessor(process.pid);
  void (async () => {
    while (on) {
      const [at, before] = [performance.now(), unservedOf()];
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        (response) => response.bytes(),
        () => {},
      );
      const took = performance.now() - at;
      waits.push({ at, took, unserved: Math.min(took, unservedOf() - before) });
      await Bun.sleep(2);
    }
  })();
  return { waits, stop: () => void (on = false) };
}

/** How long (ms) the main thread of a process has been ready to run while others ran, so far. */
const withoutProcessor = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
