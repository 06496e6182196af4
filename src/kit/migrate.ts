import type { Database } from "bun:sqlite";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { embedded } from "./assets.ts";

export class NewerFile extends Error {}

type Step = { name: string; sql: string };

/** The numbered steps for one kind of file, in order. */
export function stepsFor(kind: "control" | "company"): Step[] {
  const folder = join(embedded("migrations"), kind);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") }));
}

/** Brings a file up to the last step. Throws NewerFile, with the file untouched, when it is ahead of this executable. */
export function migrate(sqlite: Database, steps: Step[]) {
  const { user_version: version } = sqlite.query("PRAGMA user_version").get() as { user_version: number };
  if (version === steps.length) return;
  if (version > steps.length) throw new NewerFile(`${sqlite.filename} is at version ${version}, this executable knows ${steps.length}: use a newer executable`);
  // Inside a transaction this pragma does nothing, and a table that is rebuilt would take its children along.
  sqlite.run("PRAGMA foreign_keys = OFF");
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    sqlite.transaction(() => {
      sqlite.run(step.sql);
      const broken = sqlite.query("PRAGMA foreign_key_check").all();
      if (broken.length > 0) throw new Error(`${step.name} leaves ${broken.length} broken references in ${sqlite.filename}`);
      sqlite.run(`PRAGMA user_version = ${index + 1}`);
    }).immediate();
  }
  sqlite.run("PRAGMA foreign_keys = ON");
}
