import { Database } from "bun:sqlite";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { embedded } from "../files/assets.ts";
import { writeWhole } from "../files/disk.ts";
import { migrate, migrationsFor } from "./migrate.ts";

type Kind = "control" | "company";

const cached = new Map<Kind, Uint8Array>();

/**
 * Writes a new file as all migrations leave one, if the path has none. All migrations take half a
 * second, in which nobody is served. So a process runs them once, and each file is a copy.
 */
export function writeNewFile(path: string, kind: Kind) {
  // SQLite would read a log that an older file of this name left into the copy.
  if (existsSync(path) || existsSync(`${path}-wal`)) return;
  using sqlite = newDatabase(kind);
  writeWhole(path, sqlite.serialize());
}

/** A new database in memory, as all migrations leave one. */
export function newDatabase(kind: Kind): Database {
  const image = cached.get(kind) ?? imageOf(kind);
  cached.set(kind, image);
  const sqlite = Database.deserialize(Bun.zstdDecompressSync(image), { strict: true });
  const own = join(embedded("migrations"), `own-values-${kind}.sql`);
  if (existsSync(own)) sqlite.run(readFileSync(own, "utf8"));
  return sqlite;
}

// Packed, an image takes a twentieth of its 2 MB.
function imageOf(kind: Kind): Uint8Array {
  using sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, migrationsFor(kind));
  return Bun.zstdCompressSync(sqlite.serialize());
}
