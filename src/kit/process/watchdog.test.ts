import { expect, test } from "bun:test";
import { join } from "node:path";

function run(code: string) {
  return Bun.spawn(
    [
      process.execPath,
      "-e",
      `import { watchLoop } from ${JSON.stringify(join(import.meta.dir, "watchdog.ts"))}; ${code}`,
    ],
    { timeout: 20_000 },
  ).exited;
}

test("a blocked loop ends the process with 70, one that turns or is watched no more does not", async () => {
  const codes = await Promise.all([
    run("watchLoop(1); setTimeout(() => { for (;;); }, 600);"),
    run("watchLoop(1); setTimeout(() => { Bun.sleepSync(60_000); }, 600);"),
    run("watchLoop(2); setTimeout(process.exit, 4500, 3);"),
    run(
      "watchLoop(1)(); const until = performance.now() + 2500; while (performance.now() < until);",
    ),
  ]);
  expect(codes).toEqual([70, 70, 3, 0]);
}, 30_000);
