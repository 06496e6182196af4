import { appendFileSync } from "node:fs";
import { ownProgram } from "../kit/process/own-program.ts";
import { afterwards, caller, until } from "./world.ts";

type ProcessOptions = { cwd?: string; env?: Record<string, string>; stdin?: string };

const spawn = (words: string[], { cwd, env, stdin = "" }: ProcessOptions) =>
  Bun.spawn([...ownProgram, ...words], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env },
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });

/** Runs a command to its end. */
export async function runBalcao(words: string[], surroundings: ProcessOptions = {}) {
  const run = spawn(words, surroundings);
  const [out, err, code] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ]);
  return { code, out, err };
}

/**
 * Starts a long-running command, and waits until its output matches `up`. The test kills it at its
 * end.
 */
export async function startCommand(words: string[], up: RegExp, surroundings: ProcessOptions = {}) {
  const run = spawn(words, surroundings);
  afterwards(async () => {
    run.kill("SIGKILL");
    await run.exited;
  });
  const output = { out: "", err: "" };
  const reading = [
    read(run.stdout, (text) => (output.out += text)),
    read(run.stderr, (text) => (output.err += text)),
  ];
  const match = await until(() => {
    if (run.exitCode !== null)
      throw new Error(`ended with ${run.exitCode}: ${output.out}${output.err}`);
    return up.exec(output.out);
  }, 60_000);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    run.kill(signal);
    // `bench --kills` counts these while it repeats the stories.
    if (signal === "SIGKILL" && process.env.KILL_LOG) appendFileSync(process.env.KILL_LOG, "x");
    const code = await run.exited;
    await Promise.all(reading);
    return code;
  };
  return {
    found: match,
    said: output,
    pid: run.pid,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

/** Runs a box on a free port of loopback. */
export async function startBox(data: string, surroundings: ProcessOptions = {}) {
  const run = await startCommand(
    ["serve", "--data", data, "--host", "127.0.0.1", "--port", "0"],
    /"event":"serving","url":"([^"]+)"/,
    surroundings,
  );
  const url = run.found[1]!;
  return {
    ...run,
    url,
    port: new URL(url).port,
    as: (token: string) => caller(url, token),
    stranger: caller(url),
  };
}

export const owner = { email: "rui@paoquente.com.br", password: "pao-quente-1" };

/** Claims a box for Rui on the command line. */
export const claimBox = (data: string) =>
  runBalcao(
    [
      "admin",
      "create",
      "--data",
      data,
      "--email",
      owner.email,
      "--name",
      "Rui",
      "--company",
      "Padaria Pão Quente",
      "--password-file",
      "-",
    ],
    { stdin: `${owner.password}\n` },
  );

async function read(stream: ReadableStream<Uint8Array>, take: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }));
}
