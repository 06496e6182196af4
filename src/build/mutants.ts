import { availableParallelism } from "node:os";
import { coreFiles, hunt } from "./survivors.ts";

// Words pick files by their paths.
const words = process.argv.slice(2);
const started = performance.now();
const paths = coreFiles().filter(
  (path) => words.length === 0 || words.some((word) => path.includes(word)),
);
const { killed, excused, survivors, stale } = await hunt(paths, {
  workers: availableParallelism(),
});
for (const { line, key } of survivors) console.log(`survived, line ${line}:\n  ${key}`);
for (const key of stale) console.log(`no longer survives, take it off the list: ${key}`);
const all = killed + excused.length + survivors.length;
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${all} mutants, ${killed} killed, ${excused.length} survive with a reason, ${survivors.length} without (${seconds} s)`,
);
process.exit(survivors.length + stale.length > 0 ? 1 : 0);
