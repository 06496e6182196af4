import { Database } from "bun:sqlite";

/** Columns that the table of messages got after the first files were made. */
const later = [
  "fileName TEXT",
  "reaction TEXT",
  "answer TEXT",
  "edited INTEGER",
  "deleted INTEGER",
  "more TEXT",
  "file TEXT",
];

/** Opens the database of a company's phone network, and brings its tables up to date. */
export function openNetwork(path: string): Database {
  const sqlite = new Database(path, { create: true, strict: true });
  sqlite.run("PRAGMA journal_mode = WAL");
  sqlite.run("PRAGMA secure_delete = ON");
  // It is no shop's file. After a power cut a phone may forget its last messages, and the box
  // still has those it took.
  sqlite.run("PRAGMA synchronous = NORMAL");
  sqlite.run(
    "CREATE TABLE IF NOT EXISTS links (connection INTEGER PRIMARY KEY, linked INTEGER NOT NULL) STRICT",
  );
  sqlite.run(`CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY, connection INTEGER NOT NULL, id TEXT NOT NULL, fromShop INTEGER NOT NULL, number TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
    type TEXT NOT NULL, quotedMsgId TEXT, groupId TEXT, subject TEXT, ack INTEGER NOT NULL, arrived INTEGER NOT NULL, at INTEGER NOT NULL, UNIQUE (connection, id)) STRICT`);
  if (!sqlite.query("SELECT 1 FROM pragma_table_info('links') WHERE name = 'receipts'").get())
    sqlite.run("ALTER TABLE links ADD COLUMN receipts TEXT");
  const columns = sqlite
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('messages')")
    .all();
  for (const column of later)
    if (!columns.some(({ name }) => column.startsWith(`${name} `)))
      sqlite.run(`ALTER TABLE messages ADD COLUMN ${column}`);
  // The table had this name in the first files.
  if (sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'deeds'").get())
    sqlite.run("ALTER TABLE deeds RENAME TO actions");
  sqlite.run(
    "CREATE TABLE IF NOT EXISTS actions (seq INTEGER PRIMARY KEY, connection INTEGER NOT NULL, message TEXT NOT NULL, does TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
  );
  sqlite.run(
    "CREATE TABLE IF NOT EXISTS templates (seq INTEGER PRIMARY KEY, connection INTEGER NOT NULL, id TEXT NOT NULL, template TEXT NOT NULL, UNIQUE (connection, id)) STRICT",
  );
  sqlite.run("CREATE INDEX IF NOT EXISTS messages_phone ON messages (connection, number, seq)");
  sqlite.run(
    "CREATE INDEX IF NOT EXISTS messages_waiting ON messages (connection, seq) WHERE arrived = 0",
  );
  return sqlite;
}
