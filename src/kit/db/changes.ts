import type { Database } from "bun:sqlite";

/**
 * A table that is watched. With `columns`, only changes of those columns and deletes count; new
 * rows count only with `andNew`.
 */
type Table = { table: string; columns?: string[]; andNew?: boolean };

/** A watched table, with the ids, in SQL, that a change of its `row` is about. */
export type Watched = Table & { ids: string };

/**
 * Makes SQLite itself note changes, by whichever verb, cascade or trigger. A rollback drops its
 * notes. Returns a function that takes the notes, each once; 0 is among them when another process,
 * a command, wrote to the file. A cache stays exact as long as its reader takes the notes before
 * each look. Not to be used in a transaction.
 */
export function noteChanges(sqlite: Database, name: string, watched: Watched[]): () => number[] {
  sqlite.run(`CREATE TEMP TABLE ${name} (id INTEGER PRIMARY KEY)`);
  // OR IGNORE would not do: inside a foreign key's action SQLite fails on conflicts despite the
  // trigger's own statement. Only this clause works.
  const note = (ids: string) => `INSERT INTO ${name} ${ids} ON CONFLICT DO NOTHING;`;
  onChange(sqlite, name, watched, ({ ids }, rows) =>
    rows.map((row) => note(ids.replaceAll("row.", `${row}.`))).join(" "),
  );
  const noted = sqlite.prepare<unknown, []>(`SELECT id FROM ${name}`);
  const clear = sqlite.prepare<unknown, []>(`DELETE FROM ${name}`);
  const version = versionOf(sqlite);
  let seen = version();
  return () => {
    const ids = noted.values().flat() as number[];
    if (ids.length > 0) clear.run();
    const now = version();
    if (now !== seen) ids.push(0);
    seen = now;
    return ids;
  };
}

function onChange<One extends Table>(
  sqlite: Database,
  name: string,
  watched: One[],
  act: (one: One, rows: ("old" | "new")[]) => string,
) {
  for (const [index, one] of watched.entries()) {
    const { table, columns, andNew = !columns } = one;
    const on = (change: string, ...rows: ("old" | "new")[]) =>
      sqlite.run(
        `CREATE TEMP TRIGGER ${name}_${index}_${change.slice(0, 6)} AFTER ${change} ON main.${table} BEGIN ${act(one, rows)} END`,
      );
    if (andNew) on("INSERT", "new");
    on(columns ? `UPDATE OF ${columns.join(", ")}` : "UPDATE", "old", "new");
    on("DELETE", "old");
  }
}

const versions = new WeakMap<Database, () => number>();

/**
 * Changes when another process writes to the file. Asking takes a lock, which costs ten times as
 * much as the rest. So it asks once in a turn of the event loop: nothing tells in which order a
 * turn and another process came.
 */
function versionOf(sqlite: Database): () => number {
  const made = versions.get(sqlite);
  if (made) return made;
  const query = sqlite.prepare<{ data_version: number }, []>("PRAGMA data_version");
  let current: number | undefined;
  const version = () => {
    if (current === undefined) setImmediate(() => (current = undefined));
    return (current ??= query.get()!.data_version);
  };
  versions.set(sqlite, version);
  return version;
}

/**
 * Returns a function that reads the stamp of some tables. Each change of them gives a new stamp; a
 * rollback gives the old one back. Not to be used in a transaction.
 */
function stampOf(sqlite: Database, name: string, watched: Table[]): () => number {
  sqlite.run(`CREATE TEMP TABLE ${name} AS SELECT random() AS stamp`);
  // Not a counter: after a rollback the next change would give the same value again.
  onChange(sqlite, name, watched, () => `UPDATE ${name} SET stamp = random();`);
  const query = sqlite.prepare<{ stamp: number }, []>(`SELECT stamp FROM ${name}`);
  return () => query.get()!.stamp;
}

/**
 * Caches values of a file by their key until a watched table changes, also within a write. A file
 * caches at most `most` keys.
 */
export function cachedUntilChange<Value>(name: string, watched: Table[], most: number) {
  // The trigger does not report new rows of these, and a transaction that made one may be rolled
  // back.
  const isUntold = watched.some(({ columns, andNew }) => columns && !andNew);
  const files = new WeakMap<
    Database,
    {
      values: Map<string, Value>;
      stamp: () => number;
      version: () => number;
      madeAt: [number, number];
    }
  >();
  return (sqlite: Database, key: string, find: () => Value): Value => {
    let cache = files.get(sqlite);
    // A trigger made in a transaction would vanish if that were rolled back.
    if ((isUntold || !cache) && sqlite.inTransaction) return find();
    if (!cache) {
      cache = {
        values: new Map(),
        stamp: stampOf(sqlite, name, watched),
        version: versionOf(sqlite),
        madeAt: [0, 0],
      };
      files.set(sqlite, cache);
    }
    const [stamp, version] = [cache.stamp(), cache.version()];
    if (stamp !== cache.madeAt[0] || version !== cache.madeAt[1] || cache.values.size >= most) {
      cache.values.clear();
      cache.madeAt = [stamp, version];
    }
    if (!cache.values.has(key)) cache.values.set(key, find());
    return cache.values.get(key)!;
  };
}
