import type { Database, Statement } from "bun:sqlite";

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
