import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./repository.ts";

/**
 * Which functions a box uses that starts, links a WhatsApp connection and answers, each by a hash
 * of its syntax.
 */
export const bytecodeOrder = join(import.meta.dir, "bytecode-order.txt");

/**
 * The lines of a profile about functions and modules. Lines about strings and constants are twenty
 * times as many, and gain only half as much again.
 */
export const linesOf = (profile: string) =>
  profile.split("\n").filter((line) => /^[FMN] /.test(line));

/**
 * Records the order anew. A test of a box at rest shows when that is worth it; an old order does no
 * harm.
 */
if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), "balcao-order-"));
  await Bun.$`${process.execPath} src/testing/bench/bench.ts --tls --quick`
    .cwd(repository)
    .env({ ...process.env, BUN_BYTECODE_ORDER_OUT: join(folder, "%p") });
  // The last box that ended is one at rest. Its code comes first, then the code that only a first
  // start uses.
  const profiles = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const lines = new Set(profiles.flatMap((path) => linesOf(readFileSync(path, "utf8"))));
  writeFileSync(bytecodeOrder, ["v2", ...lines, ""].join("\n"));
  rmSync(folder, { recursive: true });
  console.log(`${bytecodeOrder}: ${lines.size} lines of ${profiles.length} processes`);
}
