import { Database } from "bun:sqlite";
import { release } from "./kit/assets.ts";

const sqlite = new Database(":memory:").query("SELECT sqlite_version() AS version").get() as { version: string };

/** Which build this is, and what it runs on. */
export const version = { ...release, bun: Bun.version, sqlite: sqlite.version };
