import type { Database } from "bun:sqlite";
import { RowSeals } from "./row-seals.ts";

type Sealed = {
  connectionId: number;
  kind: string | null;
  id: string | number;
  bytes: Uint8Array | null;
};

/**
 * The sealed columns in a company's file, and the purpose and ids in each seal. `kind` and `id`
 * find the row again.
 */
const places: {
  table: string;
  column: string;
  kind: string;
  id: string;
  what: (row: Sealed) => [string, ...string[]];
}[] = [
  { table: "waSessions", column: "creds", kind: "NULL", id: "connectionId", what: () => ["creds"] },
  {
    table: "waKeys",
    column: "value",
    kind: "type",
    id: "id",
    what: ({ kind, id }) => ["key", kind!, String(id)],
  },
  {
    table: "waInbox",
    column: "node",
    kind: "NULL",
    id: "hash",
    what: ({ id }) => ["node", String(id)],
  },
  {
    table: "waInbox",
    column: "plain",
    kind: "NULL",
    id: "hash",
    what: ({ id }) => ["plain", String(id)],
  },
  {
    table: "waUnopened",
    column: "said",
    kind: "NULL",
    id: "id",
    what: ({ id }) => ["unopened", String(id)],
  },
  {
    table: "waContents",
    column: "content",
    kind: "NULL",
    id: "id",
    what: ({ id }) => ["content", String(id)],
  },
  {
    table: "waGroups",
    column: "metadata",
    kind: "NULL",
    id: "id",
    what: ({ id }) => ["group", String(id)],
  },
];

/**
 * In a file that is not in use: seals values of this box's key with another box's key (32 bytes
 * each). Throws when a row was sealed with neither.
 */
export function resealSessions(sqlite: Database, from: Uint8Array, to: Uint8Array) {
  const salts = new Map(
    sqlite
      .query<{ connectionId: number; salt: string }, []>(
        "SELECT connectionId, salt FROM waSessions",
      )
      .all()
      .map(({ connectionId, salt }) => [connectionId, Buffer.from(salt, "base64")]),
  );
  sqlite.run("BEGIN");
  for (const [connection, salt] of salts) {
    const [old, next] = [new RowSeals(connection, from, salt), new RowSeals(connection, to, salt)];
    for (const { table, column, kind, id, what } of places) {
      const update = sqlite.prepare(
        `UPDATE ${table} SET ${column} = ? WHERE connectionId = ? AND ${id} = ?${kind === "NULL" ? "" : ` AND ${kind} = ?`}`,
      );
      // Read whole first: rows that change while they are walked may come again.
      const rows = sqlite
        .query<Sealed, [number]>(
          `SELECT connectionId, ${kind} AS kind, ${id} AS id, ${column} AS bytes FROM ${table} WHERE connectionId = ? AND ${column} IS NOT NULL`,
        )
        .all(connection);
      for (const row of rows) {
        const sealed = next.seal(what(row), old.open(what(row), row.bytes!));
        update.run(
          ...([sealed, connection, row.id, ...(kind === "NULL" ? [] : [row.kind])] as [
            Buffer,
            number,
            string | number,
          ]),
        );
      }
    }
  }
  sqlite.run("COMMIT");
}
