import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A measured process; it answers at `port` on loopback. */
export type Box = {
  port: number;
  pid: number;
  stop(): Promise<void>;
  /** Kills the box, as a power cut does. */ kill(): Promise<void>;
};

/** MB of this process's memory: RSS counts pages that it shares, PSS its share of them. */
export type Memory = { rss: number; pss: number };

const running = new Set<Box>();

/**
 * Starts the executable on a data folder with these settings. Returns at its first ready answer.
 */
export async function startBox(
  executable: string,
  data: string,
  settings: Record<string, string> = {},
): Promise<Box> {
  const port = freePort();
  const child = Bun.spawn(
    [executable, "serve", "--data", data, "--host", "127.0.0.1", "--port", String(port)],
    {
      env: { ...process.env, BALCAO_TRUSTED_PROXIES: "127.0.0.1", ...settings },
      // A production log goes to a file, too.
      stdio: ["ignore", Bun.file(join(data, "log")), "inherit"],
    },
  );
  const box = held(child, port);
  await ready(`http://127.0.0.1:${port}/readyz`);
  return box;
}

/** Starts the ceiling on a file and a score. */
export const startCeiling = (file: string, score: string) =>
  startScript([join(import.meta.dir, "ceiling.ts"), file, score]);

/** A process that only answers: its waits are the machine's. */
export const startIdle = () =>
  startScript([
    "-e",
    "console.log(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() }).port)",
  ]);

/** Starts a script that prints its port. */
async function startScript(words: string[]): Promise<Box> {
  const child = Bun.spawn([process.execPath, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const reader = child.stdout.getReader();
  const output = await reader.read();
  const box = held(child, Number(new TextDecoder().decode(output.value)));
  if (!box.port) throw new Error(`${words[0]} did not start`);
  return box;
}

/** Ends all processes that still run. */
export const stopAll = () => Promise.all([...running].map((box) => box.stop()));

export function memory({ pid }: Box): Memory {
  return { rss: megabytes(pid, "status", "VmRSS"), pss: megabytes(pid, "smaps_rollup", "Pss") };
}

/**
 * The processor time of a box so far, in ms. Unlike the clock it hardly depends on other load of
 * the machine.
 */
export function processor({ pid }: Box): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The most memory that a box held during the work, in four samples a second. */
export async function peak(box: Box, work: () => Promise<void>): Promise<Memory> {
  let most = memory(box);
  const look = () => {
    const now = memory(box);
    most = { rss: Math.max(most.rss, now.rss), pss: Math.max(most.pss, now.pss) };
  };
  const timer = setInterval(look, 250);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
}

function held(child: Bun.Subprocess, port: number): Box {
  const box: Box = {
    port,
    pid: child.pid,
    async stop() {
      running.delete(box);
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 5000);
      await child.exited;
      clearTimeout(late);
    },
    async kill() {
      running.delete(box);
      child.kill("SIGKILL");
      await child.exited;
    },
  };
  running.add(box);
  return box;
}

async function ready(url: string) {
  const until = performance.now() + 20_000;
  while (performance.now() < until) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await Bun.sleep(1);
  }
  throw new Error(`${url} never answered`);
}

function megabytes(pid: number, file: string, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(
    readFileSync(`/proc/${pid}/${file}`, "utf8"),
  )?.[1];
  return Math.round(Number(kilobytes) / 102.4) / 10;
}

export function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  return port!;
}

/** The MB that a process holds; it may have ended. */
export function heldBy(pid: number): number {
  try {
    return (
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) /
      1024
    );
  } catch {
    return 0;
  }
}

/** The running child processes of a box. */
export const childrenOf = ({ pid }: Box): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
};
