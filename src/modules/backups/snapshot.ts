import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { connect } from "../../kit/db/connect.ts";
import { hashOf, synced } from "./media-pool.ts";

/**
 * Copies a database that may be in use, as of one moment, and waits until the copy is on the disk.
 * It takes one step: a stepwise backup would restart with each write of the box.
 */
export async function snapshot(from: string, to: string) {
  const sqlite = connect(from, { readonly: true });
  try {
    sqlite.query("VACUUM INTO ?").run(to);
  } finally {
    sqlite.close();
  }
  await synced(to);
}

export const partOf = async (path: string) => ({
  size: statSync(path).size,
  sha256: (await hashOf(path))!,
});

/**
 * Counts the rows of each table and reads the time of the last message. Throws where the file is
 * not sound.
 */
export function figuresOf(path: string): {
  counts: Record<string, number>;
  lastMessageAt: string | null;
} {
  const sqlite = new Database(path, { readonly: true, strict: true });
  try {
    refuseUnsound(sqlite);
    const tables = sqlite
      .query<{ name: string }, []>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all();
    const counts = Object.fromEntries(
      tables.map(({ name }) => [
        name,
        (sqlite.query(`SELECT count(*) AS count FROM "${name}"`).get() as { count: number }).count,
      ]),
    );
    const last =
      "messages" in counts
        ? (
            sqlite
              .query(
                "SELECT max(createdAt) AS at FROM messages WHERE id = (SELECT max(id) FROM messages)",
              )
              .get() as { at: number | null }
          ).at
        : null;
    return { counts, lastMessageAt: last === null ? null : new Date(last).toISOString() };
  } finally {
    sqlite.close();
  }
}

function refuseUnsound(sqlite: Database) {
  const { integrity_check: result } = sqlite.query("PRAGMA integrity_check(1)").get() as {
    integrity_check: string;
  };
  if (result !== "ok") throw new Error("its content is damaged");
  if (sqlite.query("PRAGMA foreign_key_check").get())
    throw new Error("a row refers to another that is missing");
}
