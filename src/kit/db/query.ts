import type { Database } from "bun:sqlite";
import { eq, getTableColumns, sql, type Column } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { compiledForGood, fastRows, preparedIn, withoutFile } from "./drizzle-private.ts";
import type { Db } from "./queried-file.ts";

/** A query of drizzle's, before it is prepared. */
type Builder = { prepare(): object };
type Builders = Builder | Record<string, Builder | undefined>;

type Prepared<Built> = Built extends { prepare(): infer Query }
  ? Query
  : { [Name in keyof Built]: Prepared<Built[Name]> };

type File = { sqlite: Database };
type Columns = Record<string, Column>;

/** So many forms of one query are kept for each file. */
const mostForms = 200;

/**
 * A query, or several that belong together, prepared once for each open file. Building one costs
 * more than running it: a query of one form is built once for all files. `keyOf` tells the forms of
 * a query apart, where it has several. They are built for each file, because a form may name a user.
 */
export function query<Built extends Builders>(
  build: (db: Db) => Built,
): (file: File) => Prepared<Built>;
export function query<Built extends Builders, Form>(
  build: (db: Db, form: Form) => Built,
  keyOf: (form: Form) => string,
): (file: File, form: Form) => Prepared<Built>;
export function query<Built extends Builders, Form>(
  build: (db: Db, form: Form) => Built,
  keyOf?: (form: Form) => string,
): (file: File, form: Form) => Prepared<Built> {
  if (!keyOf) return builtOnce(build, () => "");
  return preparedForms((sqlite, form) => prepare(build(fileForQueries(sqlite), form)), keyOf);
}

/** An insert of one row, which gives its id, if it has one; 0 otherwise. */
query.insert = <Table extends SQLiteTable>(table: Table) => {
  const columns: Columns = getTableColumns(table as SQLiteTable);
  const insert = builtOnce(
    (db, names: string[]) => {
      const insert = db.insert(table).values(placeholders(names) as never);
      return (columns.id ? insert.returning({ id: columns.id as never }) : insert) as Builder;
    },
    (names) => names.join(),
  );
  return (file: File, row: Omit<Table["$inferInsert"], "id">): number => {
    const values = encoded(columns, row);
    const prepared = insert(file, Object.keys(values)) as {
      get(values: object): { id: number } | undefined;
    };
    return prepared.get(values)?.id ?? 0;
  };
};

/** An update of the rows that have a value in one column, by default of the row with an id. */
query.update = <Table extends SQLiteTable>(table: Table, by = "id") => {
  const columns: Columns = getTableColumns(table as SQLiteTable);
  const update = builtOnce(
    (db, names: string[]) =>
      db
        .update(table)
        .set(placeholders(names) as never)
        .where(eq(columns[by]!, sql.placeholder("match"))),
    (names) => names.join(),
  );
  return (file: File, match: number, row: Partial<Table["$inferInsert"]>) => {
    const values = encoded(columns, row);
    update(file, Object.keys(values)).run({ ...values, match });
  };
};

/** The key must tell all about a form: the query of a key is built once for all files. */
function builtOnce<Built extends Builders, Form>(
  build: (db: Db, form: Form) => Built,
  keyOf: (form: Form) => string,
): (file: File, form: Form) => Prepared<Built> {
  const built = new Map<string, (sqlite: Database) => Prepared<Built>>();
  return preparedForms((sqlite, form, key) => {
    const existing = built.get(key);
    if (existing) return existing(sqlite);
    const prepared = prepare(build(fileForQueries(sqlite), form));
    if (built.size >= mostForms) built.clear();
    built.set(key, inOtherFiles(prepared));
    return prepared;
  }, keyOf);
}

function preparedForms<Form, Queries>(
  prepareIn: (sqlite: Database, form: Form, key: string) => Queries,
  keyOf: (form: Form) => string,
): (file: File, form: Form) => Queries {
  const byFile = new WeakMap<Database, Map<string, Queries>>();
  return ({ sqlite }, form) => {
    const forms = byFile.get(sqlite) ?? new Map<string, Queries>();
    byFile.set(sqlite, forms);
    const key = keyOf(form);
    const existing = forms.get(key);
    if (existing) return existing;
    const prepared = prepareIn(sqlite, form, key);
    if (forms.size >= mostForms) forms.clear();
    forms.set(key, prepared);
    return prepared;
  };
}

function prepare<Built extends Builders>(built: Built): Prepared<Built> {
  const isOne = (value: Builders): value is Builder => typeof value.prepare === "function";
  if (isOne(built)) return fastRows(built.prepare()) as Prepared<Built>;
  return eachOf(built, (builder) => fastRows(builder.prepare())) as Prepared<Built>;
}

/** Prepares the same queries in other files. It does not hold the file of these. */
function inOtherFiles<Queries>(prepared: Queries): (sqlite: Database) => Queries {
  const isOne = (value: object) => "run" in value && typeof value.run === "function";
  if (isOne(prepared as object)) {
    const query = withoutFile(prepared as object);
    return (sqlite) => fastRows(preparedIn(sqlite, query)) as Queries;
  }
  const queries = eachOf(prepared as Record<string, object | undefined>, withoutFile);
  return (sqlite) => eachOf(queries, (query) => fastRows(preparedIn(sqlite, query))) as Queries;
}

const eachOf = <From, To>(all: Record<string, From | undefined>, work: (one: From) => To) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, one && work(one)]));

const filesForQueries = new WeakMap<Database, Db>();

function fileForQueries(sqlite: Database): Db {
  const db = filesForQueries.get(sqlite) ?? compiledForGood(sqlite);
  filesForQueries.set(sqlite, db);
  return db;
}

// Values are encoded here: drizzle would give a null to the encoder.
const placeholders = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]));

/** A row as SQLite takes it, without undefined values and fields that are no column. */
function encoded(columns: Columns, row: object): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row))
    if (value !== undefined && columns[name])
      values[name] = value === null ? null : columns[name].mapToDriverValue(value);
  return values;
}
