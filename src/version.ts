import { Database } from "bun:sqlite";
import { release } from "./kit/files/assets.ts";
import { migrationsFor } from "./kit/db/migrate.ts";

const sqlite = new Database(":memory:").query("SELECT sqlite_version() AS version").get() as {
  version: string;
};

/** Which build this is, what it runs on, and how many migrations it knows. */
export const version = {
  ...release,
  bun: Bun.version,
  sqlite: sqlite.version,
  platform: `${process.platform}-${process.arch}`,
  schema: { control: migrationsFor("control").length, company: migrationsFor("company").length },
};
