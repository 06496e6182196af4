import { expect, test } from "bun:test";
import { join } from "node:path";

async function run(code: string) {
  const { stderr, exited } = Bun.spawn([process.execPath, "-e", `import { watchLoop } from ${JSON.stringify(join(import.meta.dir, "watchdog.ts"))}; ${code}`], { stderr: "pipe", timeout: 20_000 });
  return { stderr: await new Response(stderr).text(), code: await exited };
}

test("a blocked loop ends the process with 70, and one that has nothing to do ends as ever", async () => {
  const [blocked, idle] = await Promise.all([run("watchLoop(1); setTimeout(() => { for (;;); }, 600);"), run("const stop = watchLoop(2); setTimeout(stop, 3500);")]);
  expect(blocked).toEqual({ code: 70, stderr: expect.stringContaining('"event":"blocked"') });
  expect(idle.code).toBe(0);
}, 30_000);
