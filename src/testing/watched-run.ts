import { join } from "node:path";

const source = (path: string) => JSON.stringify(join(import.meta.dir, path));

/** Runs a box with a watchdog of three seconds until it ends. Returns its exit code. */
export function runWatched(data: string, env: Record<string, string> = {}): Promise<number> {
  const run = Bun.spawn(
    [
      process.execPath,
      "-e",
      `import { readEnv } from ${source("../env.ts")};
       import { serve } from ${source("../serve.ts")};
       const data = ${JSON.stringify(data)};
       const env = readEnv({ data, host: "127.0.0.1", port: "0" }, process.env);
       const { dbs } = await serve(env, undefined, { safeMode: false, watchdog: 3 });
       dbs.hold(1);`,
    ],
    { env: { ...process.env, ...env }, stdout: "ignore", timeout: 60_000 },
  );
  return run.exited;
}
