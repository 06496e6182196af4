import type { Database, Statement } from "bun:sqlite";
import type { SQL } from "drizzle-orm";
import { drizzle, type BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

/** A file caches the compiled statements of so many texts. */
const most = 200;

/**
 * Lets a file compile each text once instead of at each call. A row of messages, with its triggers,
 * takes longer to compile than to insert.
 */
export function compiledOnce(sqlite: Database): Database {
  const compile = sqlite.prepare.bind(sqlite);
  const statements = new Map<string, Statement>();
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? compile(text);
    // The text that was used last moves to the end.
    statements.delete(text);
    statements.set(text, statement);
    if (statements.size > most) statements.delete(statements.keys().next().value!);
    return statement;
  };
  return Object.assign(sqlite, { prepare });
}

/**
 * A file for queries that run often. SQLite looks at the values of a LIMIT, of a join's `=`, and of
 * terms that a partial index may match. It compiles a query anew whenever it gets such a value,
 * which takes ten times as long as running it. So constants are part of the text, and parameters
 * are written as `+?`, where SQLite does not look.
 */
export function compiledForGood(client: Database): BunSQLiteDatabase {
  const db = drizzle({ client });
  const { dialect } = db as unknown as { dialect: SQLiteSyncDialect };
  const write = dialect.sqlToQuery.bind(dialect);
  Object.assign(dialect, {
    escapeParam: () => "+?",
    sqlToQuery: (query: SQL, ...source: []) => write(query.inlineParams(), ...source),
  });
  return db;
}
