import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";

/** The time (ms) that each test file took in the last run of this clone. */
const measured = join(repository, ".cache/test-timings.json");

/** In this order: the first part whose pattern matches a file is the file's. */
const parts: [string, RegExp][] = [
  ["kills", /killed\.test|durability\.test|^src\/testing\/attendance\.test/],
  ["browser", /^src\/testing\/browser\//],
  ["standing", /^src\/testing\/standing\//],
  ["build and install", /^src\/(build|update)\/|^src\/testing\/(install|demo|commands)\.test/],
  ["WhatsApp", /whatsapp/],
  ["web", /^web\//],
  ["server", /^/],
];

/**
 * Options that write the times of a run. Times of an earlier run would put the longest files first.
 * Both workers then drive a browser at once: such a run took 1,461 s, and one without 1,285 s.
 */
export function measuring(): string[] {
  mkdirSync(join(repository, ".cache"), { recursive: true });
  rmSync(measured, { force: true });
  return [`--timings=${measured}`, "--update-timings"];
}

/** Prints how many seconds of a worker each part took, and the longest files. */
export function printCost(
  names: string[],
  { executable, total }: { executable: number; total: number },
) {
  const timings = readTimings();
  const files = names.map((name) => ({
    name,
    part: parts.find(([, pattern]) => pattern.test(name))![0],
    ms: timings[name] ?? 0,
  }));
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  console.log(`\ncost: ${seconds(total)}, of which the executable ${seconds(executable)}`);
  for (const [part, own] of Map.groupBy(files, (file) => file.part))
    console.log(`  ${part}: ${seconds(sum(own))} of a worker in ${own.length} files`);
  const longest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  console.log(`  longest: ${longest.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(", ")}`);
}

const sum = (files: { ms: number }[]) => files.reduce((total, { ms }) => total + ms, 0);

function readTimings(): Record<string, number> {
  try {
    return (JSON.parse(readFileSync(measured, "utf8")) as { files: Record<string, number> }).files;
  } catch {
    // The run ended before its figures were written.
    return {};
  }
}
