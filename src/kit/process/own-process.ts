import { setPriority } from "node:os";
import { watchLimits, type Limits } from "./confined/process.ts";
import { ownProgram } from "./own-program.ts";

/**
 * The end of a command: its last output, if that is JSON, and its failure, by the code of its Fault
 * and as a text.
 */
export type Ended<Output> = {
  output: Output | undefined;
  failed: { reason: string | null; message: string } | null;
  killed: boolean;
  code: number;
};

export type OwnProcess<Output> = { ended: Promise<Ended<Output>>; kill(): void };

/**
 * Runs a command of this program in a process of its own. Its priority is lower: the shop's
 * customers come first. `input` is its standard input, for a secret that must not be in the list of
 * processes. At its `limits` it is killed, and fails with their `reason`.
 */
export function startOwn<Output>(
  words: string[],
  {
    input = "",
    env = {},
    limits,
  }: {
    input?: string;
    env?: Record<string, string>;
    limits?: Pick<Limits, "time" | "memory"> & { reason: string };
  } = {},
): OwnProcess<Output> {
  const child = Bun.spawn([...ownProgram, ...words, "--json", "--yes"], {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
    env: { ...Bun.env, ...env },
  });
  calm(child.pid);
  const ended = endOf<Output>(child);
  return {
    ended: limits ? withinLimits(child, ended, limits) : ended,
    kill: () => child.kill(),
  };
}

async function withinLimits<Output>(
  child: Bun.Subprocess,
  ending: Promise<Ended<Output>>,
  { reason, ...limits }: Pick<Limits, "time" | "memory"> & { reason: string },
): Promise<Ended<Output>> {
  const watch = watchLimits(child, limits);
  const ended = await ending;
  watch.end();
  return watch.exceeded
    ? { ...ended, failed: { reason, message: `it takes too much ${watch.exceeded}` } }
    : ended;
}

async function endOf<Output>(child: Bun.Subprocess<Blob, "pipe", "pipe">): Promise<Ended<Output>> {
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const [, message = "", reason = null] =
    /^(?:balcao: )?([^]*?)(?: \((ERR_\w+)\))?$/.exec(err.trim()) ?? [];
  return {
    output: lastOf<Output>(out),
    failed:
      code === 0
        ? null
        : { reason, message: message.slice(0, 1000) || `exit ${child.signalCode ?? code}` },
    killed: child.signalCode !== null,
    code,
  };
}

function lastOf<Output>(out: string): Output | undefined {
  try {
    return JSON.parse(out.trim().split("\n").at(-1) ?? "") as Output;
  } catch {
    return undefined;
  }
}

function calm(pid: number) {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already, or this machine has no priorities.
  }
}
