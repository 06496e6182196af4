import type { Database } from "bun:sqlite";

/** A person whom the phone knows, as a row. */
type Row = {
  id: number;
  lid: string | null;
  phone: string | null;
  name: string;
  inBook: number;
  hasChat: number;
};

/** The statements of a vault, prepared on a company's file. */
export function statements(sqlite: Database) {
  const put = (sql: string) =>
    sqlite.prepare<unknown, (string | number | null | Uint8Array)[]>(sql);
  const one = <T>(sql: string) => sqlite.prepare<T, (string | number)[]>(sql);
  const person =
    "SELECT id, lid, phone, name, inBook, hasChat FROM waPeople WHERE connectionId = ?";
  return {
    addSession: put(
      "INSERT INTO waSessions (connectionId, salt) VALUES (?, ?) ON CONFLICT DO NOTHING",
    ),
    salt: one<{ salt: string }>("SELECT salt FROM waSessions WHERE connectionId = ?"),
    nextEpoch: one<{ epoch: number }>(
      "UPDATE waSessions SET epoch = epoch + 1 WHERE connectionId = ? RETURNING epoch",
    ),
    epoch: one<{ epoch: number }>("SELECT epoch FROM waSessions WHERE connectionId = ?"),
    creds: one<{ creds: Uint8Array | null }>("SELECT creds FROM waSessions WHERE connectionId = ?"),
    saveCreds: put("UPDATE waSessions SET creds = ? WHERE connectionId = ?"),
    wipe: [
      "UPDATE waSessions SET creds = NULL WHERE connectionId = ?",
      ...["waKeys", "waGroups", "waPeople"].map(
        (table) => `DELETE FROM ${table} WHERE connectionId = ?`,
      ),
      "DELETE FROM waInbox WHERE connectionId = ? AND done = 1",
    ].map(put),
    key: one<{ id: string; value: Uint8Array }>(
      "SELECT id, value FROM waKeys WHERE connectionId = ? AND type = ? AND id = ?",
    ),
    keys: one<{ id: string; value: Uint8Array }>(
      "SELECT id, value FROM waKeys WHERE connectionId = ? AND type = ? AND id IN (SELECT value FROM json_each(?))",
    ),
    setKey: put(
      "INSERT INTO waKeys (connectionId, type, id, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    ),
    dropKey: put("DELETE FROM waKeys WHERE connectionId = ? AND type = ? AND id = ?"),
    opened: one<{ plain: Uint8Array }>(
      "SELECT plain FROM waInbox WHERE connectionId = ? AND hash = ?",
    ),
    arrived: put(
      "INSERT INTO waInbox (connectionId, hash, messageId, node, plain, people, at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    done: put("UPDATE waInbox SET done = 1 WHERE connectionId = ? AND messageId = ? AND done = 0"),
    waiting: one<{ id: number }>(
      "SELECT id FROM waInbox WHERE connectionId = ? AND done = 0 AND node IS NOT NULL AND tries < ? ORDER BY id",
    ),
    attempt: one<{ hash: string; node: Uint8Array }>(
      "UPDATE waInbox SET tries = tries + 1 WHERE connectionId = ? AND id = ? AND done = 0 RETURNING hash, node",
    ),
    uncount: put("UPDATE waInbox SET tries = 0 WHERE connectionId = ? AND id = ?"),
    setAside: one<{ hash: string; node: Uint8Array }>(
      "SELECT hash, node FROM waInbox WHERE connectionId = ? AND done = 0 AND node IS NOT NULL AND tries >= ? ORDER BY id",
    ),
    takeUp: put("UPDATE waInbox SET tries = 0 WHERE connectionId = ? AND done = 0 AND tries >= ?"),
    sweepInbox: put("DELETE FROM waInbox WHERE connectionId = ? AND done = 1 AND at < ?"),
    keepUnopened: put(
      "INSERT INTO waUnopened (connectionId, id, said, people, due) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET due = MIN(due, excluded.due)",
    ),
    isUnopened: one<{ id: string }>("SELECT id FROM waUnopened WHERE connectionId = ? AND id = ?"),
    forgetUnopened: put("DELETE FROM waUnopened WHERE connectionId = ? AND id = ?"),
    unopened: one<{ id: string; said: Uint8Array; due: number }>(
      "SELECT id, said, due FROM waUnopened WHERE connectionId = ? ORDER BY due",
    ),
    keep: put(
      "INSERT INTO waContents (connectionId, id, ours, content, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ours = 1, content = excluded.content, at = excluded.at WHERE excluded.ours = 1",
    ),
    content: one<{ content: Uint8Array }>(
      "SELECT content FROM waContents WHERE connectionId = ? AND id = ?",
    ),
    sweepContents: put("DELETE FROM waContents WHERE connectionId = ? AND at < ?"),
    group: one<{ metadata: Uint8Array }>(
      "SELECT metadata FROM waGroups WHERE connectionId = ? AND id = ?",
    ),
    keepGroup: put(
      "INSERT INTO waGroups (connectionId, id, metadata) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET metadata = excluded.metadata",
    ),
    forgetGroup: put("DELETE FROM waGroups WHERE connectionId = ? AND id = ?"),
    personByLid: one<Row>(`${person} AND lid = ?`),
    personByPhone: one<Row>(`${person} AND phone = ?`),
    forgetPerson: put("DELETE FROM waPeople WHERE id = ?"),
    changePerson: put(
      "UPDATE waPeople SET lid = ?, phone = ?, name = ?, inBook = ?, hasChat = ? WHERE id = ?",
    ),
    newPerson: put(
      "INSERT INTO waPeople (lid, phone, name, inBook, hasChat, connectionId) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    book: one<Row>(`${person} AND inBook = 1 ORDER BY id`),
    chats: one<Row>(`${person} AND hasChat = 1 ORDER BY id`),
  };
}
