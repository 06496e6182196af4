import { setPriority } from "node:os";
import { watchLimits, type Limits } from "./confined/process.ts";
import { ownProgram } from "./own-program.ts";

/**
 * The end of a command: its last output, if that is JSON, and its failure, by the code of its Fault
 * and as a text.
 */
export type Ended<Said> = {
  said: Said | undefined;
  failed: { reason: string | null; message: string } | null;
  killed: boolean;
  code: number;
};

export type OwnProcess<Said> = { ended: Promise<Ended<Said>>; kill(): void };

/**
 * Runs a command of this program in a process of its own. Its priority is lower: the shop's
 * customers come first. `input` is its standard input, for a secret that must not be in the list of
 * processes. At its `limits` it is killed, and fails with their `reason`.
 */
export function startOwn<Said>(
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
): OwnProcess<Said> {
  const child = Bun.spawn([...ownProgram, ...words, "--json", "--yes"], {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
    env: { ...Bun.env, ...env },
  });
  calm(child.pid);
  const ended = endOf<Said>(child);
  return {
    ended: limits ? withinLimits(child, ended, limits) : ended,
    kill: () => child.kill(),
  };
}

async function withinLimits<Said>(
  child: Bun.Subprocess,
  ending: Promise<Ended<Said>>,
  { reason, ...limits }: Pick<Limits, "time" | "memory"> & { reason: string },
): Promise<Ended<Said>> {
  const watch = watchLimits(child, limits);
  const ended = await ending;
  watch.end();
  return watch.exceeded
    ? { ...ended, failed: { reason, message: `it takes too much ${watch.exceeded}` } }
    : ended;
}

async function endOf<Said>(child: Bun.Subprocess<Blob, "pipe", "pipe">): Promise<Ended<Said>> {
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const [, message = "", reason = null] =
    /^(?:balcao: )?([^]*?)(?: \((ERR_\w+)\))?$/.exec(err.trim()) ?? [];
  return {
    said: lastOf<Said>(out),
    failed:
      code === 0
        ? null
        : { reason, message: message.slice(0, 1000) || `exit ${child.signalCode ?? code}` },
    killed: child.signalCode !== null,
    code,
  };
}

function lastOf<Said>(out: string): Said | undefined {
  try {
    return JSON.parse(out.trim().split("\n").at(-1) ?? "") as Said;
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
