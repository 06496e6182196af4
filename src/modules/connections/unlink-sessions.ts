import type { Database } from "bun:sqlite";

type Row = Record<string, string | number | Uint8Array | null>;

/** The WhatsApp connections of a company's file that a phone has linked. */
export const linkedSessions = (sqlite: Database) =>
  sqlite
    .query<{ id: number; name: string }, []>(
      "SELECT c.id, c.name FROM connections c JOIN waSessions s ON s.connectionId = c.id WHERE s.creds IS NOT NULL ORDER BY c.id",
    )
    .all();

/** The connected practice connections. Their phones are in no copy. */
export const linkedPractice = (sqlite: Database) =>
  sqlite
    .query<{ id: number; name: string }, []>(
      "SELECT id, name FROM connections WHERE provider IN ('practice', 'practiceCloud') AND status = 'CONNECTED' ORDER BY id",
    )
    .all();

/** A hash of a session's number and keys, which change with each message. */
export function sessionState(sqlite: Database, connectionId: number): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const addRow = (row: Row) =>
    hasher.update(
      JSON.stringify(
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
        ),
      ),
    );
  for (const row of sqlite
    .query<Row, [number]>("SELECT epoch, salt, creds FROM waSessions WHERE connectionId = ?")
    .iterate(connectionId))
    addRow(row);
  for (const row of sqlite
    .query<Row, [number]>(
      "SELECT type, id, value FROM waKeys WHERE connectionId = ? ORDER BY type, id",
    )
    .iterate(connectionId))
    addRow(row);
  return hasher.digest("hex");
}

/**
 * Works on a file that nothing has open yet. Ends the sessions of these connections: the network
 * has seen newer keys, so a phone must link them again. rules.md#restore
 */
export function unlinkSessions(sqlite: Database, ids: number[]) {
  for (const id of ids) {
    sqlite.run("UPDATE waSessions SET creds = NULL, epoch = epoch + 1 WHERE connectionId = ?", [
      id,
    ]);
    for (const table of ["waKeys", "waGroups", "waPeople"])
      sqlite.run(`DELETE FROM ${table} WHERE connectionId = ?`, [id]);
    sqlite.run(
      "UPDATE connections SET status = 'DISCONNECTED', qrcode = '', reason = 'restored' WHERE id = ?",
      [id],
    );
  }
}
