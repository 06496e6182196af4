import { join } from "node:path";
import { freshExecutable } from "./executable.ts";
import { repository } from "./repository.ts";
import { printCost, measuring } from "./test-cost.ts";
import { testFiles } from "./test-files.ts";

// With `--all`, stories kill their box as often as they name.
const filters = process.argv.slice(2).filter((word) => word !== "--all");
const isAll = filters.length < process.argv.length - 2;

const began = performance.now();
const built = await freshExecutable().catch((thrown: unknown) => void console.error(thrown));
const buildTime = performance.now() - began;
const { shared, alone } = testFiles(filters);
const options = [...measuring(), "--parallel=2"];
const sharedRun = await run(shared, [...options, "--no-isolate"], { SHARED_WORKER: "1" });
const runs = [sharedRun, await run(alone, options)];
// A test may fail because of the tests beside it. Its file runs again without them, at most twice.
// The file's name is printed, so that someone looks for the cause.
let fallen = runs.flatMap((one) => Object.entries(one.fallen));
let stood = 0;
for (let time = 1; time <= 2 && fallen.length > 0; time += 1) {
  const files = fallen.map(([file]) => file);
  const again = await run(files);
  const before = fallen.reduce((sum, [, count]) => sum + count, 0);
  console.log(
    `fell ${time === 1 ? "beside others" : "by itself"}, told again: ${files.join(", ")}`,
  );
  stood += before - again.failed;
  fallen = Object.entries(again.fallen);
}
const sum = (count: "passed" | "failed") => runs.reduce((total, one) => total + one[count], 0);
const failed = sum("failed") - stood;
printCost([...shared, ...alone], { executable: buildTime, total: performance.now() - began });
console.log(`${sum("passed") + stood} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function run(files: string[], options: string[] = [], env = {}) {
  if (files.length === 0) return { passed: 0, failed: 0, fallen: {} };
  const paths = files.map((file) => `./${file}`);
  const tests = Bun.spawn([process.execPath, "test", "--timeout=20000", ...options, ...paths], {
    cwd: repository,
    // Tests that start a process start the executable that ships. The stand-in for WhatsApp serves
    // its files over TLS, and a process must trust its certificate from the start.
    env: {
      ...process.env,
      ...env,
      NODE_ENV: "test",
      ...(isAll && { KILLS: "all" }),
      ...(built && { EXECUTABLE: process.env.EXECUTABLE ?? built }),
      NODE_EXTRA_CA_CERTS: join(repository, "src/testing/whatsapp-server/cert.pem"),
    },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const output = await echoed(tests.stderr);
  const lines = Bun.stripANSI(output).split("\n");
  return counted(lines, await tests.exited);
}

async function echoed(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    process.stderr.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function counted(lines: string[], code: number) {
  // A test that ends the process leaves no closing block and may leave code 0.
  const end = lines.findLastIndex((line) => /^Ran \d+ tests? across/.test(line));
  const block = end < 0 ? [] : lines.slice(Math.max(0, end - 8), end);
  const count = (word: string) =>
    Number(
      block
        .findLast((line) => new RegExp(`^\\s*\\d+ ${word}$`).test(line))
        ?.trim()
        .split(" ")[0] ?? 0,
    );
  const fallen = fallenIn(lines);
  // A failure outside the tests counts as one more failed test.
  const sound = built !== undefined && end >= 0 && (code === 0 || count("fail") > 0);
  return { passed: count("pass"), failed: count("fail") + (sound ? 0 : 1), fallen };
}

/** How many tests fell in each file. */
function fallenIn(lines: string[]) {
  const fallen: Record<string, number> = {};
  let file = "";
  for (const line of lines) {
    if (/^\d+ tests? failed:$/.test(line)) break;
    file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file;
    if (line.startsWith("(fail)")) fallen[file] = (fallen[file] ?? 0) + 1;
  }
  return fallen;
}
