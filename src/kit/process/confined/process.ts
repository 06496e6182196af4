import { readFileSync } from "node:fs";
import { ownProgram } from "../own-program.ts";

/** The limits of a confined process: ms, bytes of memory, and bytes of output. */
export type Limits = { time: number; memory: number; output: number };

/** The process took more than its limits, or the system ended it. */
export class Exceeded extends Error {}

/** How often (ms) the memory of the process is checked. */
const watchInterval = 25;

/**
 * Runs one of `confinedPrograms` in a process of its own and yields its output as it comes. The
 * process is killed at its limits, and when the reader stops. Throws `Exceeded`, or an error when
 * the program fails. rules.md#foreign-bytes
 */
export async function* confined(words: string[], limits: Limits): AsyncGenerator<Uint8Array> {
  const child = Bun.spawn([...ownProgram, ...words], {
    env: {},
    cwd: "/",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const watch = watchLimits(child, limits);
  let output = 0;
  try {
    for await (const chunk of child.stdout) {
      if ((output += chunk.byteLength) > limits.output) throw new Exceeded("output");
      yield chunk;
    }
    const code = await child.exited;
    // The system's own limits end the process by a signal, or leave the engine without memory.
    if (watch.exceeded || child.signalCode !== null || code > 1)
      throw new Exceeded(watch.exceeded ?? `code ${code}`);
    if (code !== 0) throw new Error(`${words[0]} failed`);
  } finally {
    watch.end();
    child.kill("SIGKILL");
    await child.exited;
  }
}

/**
 * The reply of a confined program: a line of JSON, and the bytes after it. Throws as `confined`.
 */
export async function replyOf<Head>(
  words: string[],
  limits: Limits,
): Promise<{ head: Head; bytes: Uint8Array }> {
  const whole = Buffer.concat(await Array.fromAsync(confined(words, limits)));
  const end = whole.indexOf(10);
  return {
    head: JSON.parse(whole.subarray(0, end).toString()) as Head,
    bytes: whole.subarray(end + 1),
  };
}

/** Kills a process that takes more memory or time than it may, and notes that in `exceeded`. */
export function watchLimits(
  child: Bun.Subprocess,
  { time, memory }: Pick<Limits, "time" | "memory">,
) {
  const began = performance.now();
  const watch: { exceeded?: string; end(): void } = { end: () => clearInterval(timer) };
  const timer = setInterval(() => {
    const isLate = performance.now() - began >= time;
    if (!isLate && memoryOf(child.pid) < memory) return;
    watch.exceeded = isLate ? "time" : "memory";
    child.kill("SIGKILL");
  }, watchInterval);
  return watch;
}

// Without /proc only the time is limited.
function memoryOf(pid: number): number {
  try {
    return (
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) *
      1024
    );
  } catch {
    return 0;
  }
}
