import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "balcao-work-"));
const ran = (name: string) => JSON.stringify(join(import.meta.dir, name));

/** Runs code in a process of its own, then returns the note that the next process reads of it. */
async function after(code: string) {
  const path = join(folder, `${Bun.randomUUIDv7()}`);
  const run = async (what: string) => {
    const process_ = Bun.spawn(
      [
        process.execPath,
        "-e",
        `import { watchLoop } from ${ran("watchdog.ts")};
         import { begins, noteWorkIn, startsWork, workOf } from ${ran("current-work.ts")};
         const last = noteWorkIn(${JSON.stringify(path)}); ${what}`,
      ],
      { timeout: 20_000, stdout: "pipe" },
    );
    return { code: await process_.exited, text: await new Response(process_.stdout).text() };
  };
  const { code: exit } = await run(code);
  const { text } = await run("console.log(JSON.stringify(last ?? null))");
  return {
    exit,
    last: JSON.parse(text) as { at: number; current: string; inFlight: string[] } | null,
  };
}

const blocks = "for (;;);";
const job = `const ends = startsWork(workOf("job", "bot", 2, 15));`;

test("the next process reads what ran when the watchdog ended this one", async () => {
  const began = Math.floor(Date.now() / 1000) * 1000;
  const [clockEnd, open, ended, turned] = await Promise.all([
    after(
      `watchLoop(1); setTimeout(() => { begins(workOf("clock", "schedules", 3)); ${blocks} }, 10);`,
    ),
    after(`watchLoop(1); ${job} begins(""); setTimeout(() => { ${blocks} }, 10);`),
    after(`watchLoop(1); ${job} ends(); ends(); begins(""); setTimeout(() => { ${blocks} }, 10);`),
    // This was long ago: the loop has turned since.
    after(
      `watchLoop(1); begins(workOf("job", "old", 1, 1)); setTimeout(() => { ${blocks} }, 700);`,
    ),
  ]);
  expect([clockEnd, open, ended, turned].map(({ exit }) => exit)).toEqual([70, 70, 70, 70]);
  expect(clockEnd.last).toMatchObject({ current: "clock|schedules|3|", inFlight: [] });
  expect(clockEnd.last!.at).toBeGreaterThanOrEqual(began);
  expect(open.last).toMatchObject({ current: "", inFlight: ["job|bot|2|15"] });
  expect(ended.last).toMatchObject({ current: "", inFlight: [] });
  expect(turned.last).toMatchObject({ current: "", inFlight: [] });
}, 30_000);

test("no other end is taken for the watchdog's", async () => {
  const [killed, left, nearly] = await Promise.all([
    after(`watchLoop(2); ${job} process.kill(process.pid, "SIGKILL");`),
    after(`watchLoop(2); ${job} setTimeout(process.exit, 50, 3);`),
    after(
      `watchLoop(2); ${job} const until = performance.now() + 1000; while (performance.now() < until); setTimeout(process.exit, 600, 3);`,
    ),
  ]);
  expect([killed, left, nearly].map(({ last }) => last)).toEqual([null, null, null]);
}, 30_000);

test("more work than there is room for is not noted, and neither is the rest of a long name", async () => {
  const { last } = await after(
    `watchLoop(1); const all = Array.from({ length: 80 }, (_, id) => startsWork(workOf("job", "bot", 1, id)));
     for (const ends of all) ends(); ${job} begins("x".repeat(500)); ${blocks}`,
  );
  expect(last).toMatchObject({ current: "x".repeat(127), inFlight: ["job|bot|2|15"] });
}, 30_000);

test("a file that is no such note says nothing", async () => {
  const { noteWorkIn } = await import("./current-work.ts");
  const path = join(folder, "other");
  await Bun.write(path, "something else");
  expect(noteWorkIn(path)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
