import { expect, test } from "bun:test";
import { join } from "node:path";

const run = (code: string) => Bun.spawnSync([process.execPath, "-e", `import { watchLoop } from ${JSON.stringify(join(import.meta.dir, "watchdog.ts"))}; ${code}`], { timeout: 20_000 });

test("a blocked loop ends the process with 70, and one that has nothing to do ends as ever", () => {
  const { exitCode, stderr } = run("watchLoop(1); setTimeout(() => { for (;;); }, 600);");
  expect([exitCode, stderr.toString()]).toEqual([70, expect.stringContaining('"event":"blocked"')]);
  expect(run("const stop = watchLoop(1); setTimeout(stop, 3000);").exitCode).toBe(0);
}, 30_000);
