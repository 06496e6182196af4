import type { Database, Statement } from "bun:sqlite";

/** Of so many texts a file keeps its compiled statements. */
const most = 200;

/** Lets a file compile each text once, and not each time that it is asked: a row of messages, with its triggers, takes longer to compile than to insert. */
export function compiledOnce(sqlite: Database): Database {
  const compile = sqlite.prepare.bind(sqlite);
  const known = new Map<string, Statement>();
  const prepare = (text: string) => {
    const statement = known.get(text) ?? compile(text);
    // What was used last stands last.
    known.delete(text);
    known.set(text, statement);
    if (known.size > most) known.delete(known.keys().next().value!);
    return statement;
  };
  return Object.assign(sqlite, { prepare });
}
