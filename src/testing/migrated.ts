import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../build/repository.ts";
import { migrate, migrationsFor } from "../kit/db/migrate.ts";

const folder = join(repository, ".cache/migrated");

/**
 * A database in memory, as the migrations leave it. It is cached under the hash of its sources,
 * because every test file would make the same one again.
 */
export function migrated(kind: "control" | "company"): Database {
  const migrations = migrationsFor(kind);
  const maker = [
    Bun.version,
    readFileSync(join(repository, "src/kit/db/migrate.ts"), "utf8"),
    migrations,
  ];
  const cached = join(
    folder,
    `${kind}-${new Bun.CryptoHasher("sha256").update(JSON.stringify(maker)).digest("hex").slice(0, 16)}`,
  );
  if (existsSync(cached)) return opened(readFileSync(cached));
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, migrations);
  mkdirSync(folder, { recursive: true });
  // Another test file may read it at the same time.
  writeFileSync(`${cached}-${process.pid}`, sqlite.serialize());
  renameSync(`${cached}-${process.pid}`, cached);
  return sqlite;
}

/** A copy of a file, in memory. */
export function opened(file: Uint8Array): Database {
  const sqlite = Database.deserialize(file, { strict: true });
  sqlite.run("PRAGMA foreign_keys = ON");
  return sqlite;
}
