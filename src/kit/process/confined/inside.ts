import { dlopen, ptr } from "bun:ffi";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/** More processor time (s) than any confined program may take. */
const processorLimit = 120;

/**
 * Called first by a program that runs in a confined process. The box goes first for processor time
 * and memory. The program ends by itself when its box is gone.
 */
export function confine() {
  // A library's log would mix with the output.
  for (const name of ["log", "info", "warn", "error"] as const) console[name] = () => {};
  try {
    setPriority(10);
    // If memory runs out, the system kills this process.
    writeFileSync("/proc/self/oom_score_adj", "1000");
    limitProcessorTime();
  } catch {
    // Not every system allows it.
  }
}

/** Writes a reply: a line of JSON, and bytes after it. */
export async function writeReply(head: object, bytes: Uint8Array = new Uint8Array()) {
  await writeOut(`${JSON.stringify(head)}\n`);
  await writeOut(bytes);
}

/** Writes to the standard output, and waits until it has been taken. */
export const writeOut = (output: string | Uint8Array) =>
  new Promise<void>((resolve, reject) =>
    process.stdout.write(output, (thrown) => (thrown ? reject(thrown) : resolve())),
  );

function limitProcessorTime() {
  const { setrlimit } = dlopen("libc.so.6", {
    setrlimit: { args: ["i32", "ptr"], returns: "i32" },
  }).symbols;
  const limit = BigInt(processorLimit);
  setrlimit(cpu, ptr(new BigUint64Array([limit, limit])));
}

// RLIMIT_CPU
const cpu = 0;
