import { Database } from "bun:sqlite";
import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { jobKinds } from "../../shared/jobs.ts";
import { maxOptionDepth } from "../../shared/limits.ts";
import { maxNodes } from "../options/body.ts";
import { forms, keyedForms } from "./column-forms.ts";
import { ranges, type Range } from "./column-ranges.ts";
import { companyTables } from "./company-tables.ts";
import { unfit } from "./unfit.ts";

/**
 * The most bytes of a column. `short`: list columns. `written`: texts of people and networks, at
 * most 65,536 characters. `mostBytes`: all others, such as groups, spreadsheet rows and live
 * events.
 */
const short = {
  columns:
    /^(name|pushName|number|email|title|shortcode|label|url|urlN8N|color|code|type|lane|kind|event|uuid)$/,
  most: 4_000,
};
const written = {
  columns: /^(body|message|lastMessage|text|note|notes|greetingMessage)$/,
  most: 300_000,
};
const mostBytes = 16_000_000;

/** The greatest number that is still a date, which also limits each number in calculations. */
const most = 8_640_000_000_000_000;

/** The last instant, 2999-12-31: code loops over days. */
const lastMoment = Date.parse("2999-12-31");

type Rule = { table: string; column: string; broken: string };

/** Additional rules for single columns. */
const special: Rule[] = [
  { table: "jobs", column: "kind", broken: `kind NOT IN (${quoted(jobKinds)})` },
  {
    table: "media",
    column: "sha256",
    broken: "sha256 != '' AND (length(sha256) != 64 OR sha256 GLOB '*[^0-9a-f]*')",
  },
  // After SQLite's greatest number no row can be inserted: SQLite reports a full disk then.
  {
    table: "sqlite_sequence",
    column: "seq",
    broken: `typeof(seq) != 'integer' OR seq NOT BETWEEN 0 AND ${most}`,
  },
  // The search for an answer walks the whole tree, so its depth is limited.
  {
    table: "queueOptions",
    column: "parentId",
    broken: `id NOT IN (WITH RECURSIVE placed (id, queueId, depth) AS (
      SELECT id, queueId, 1 FROM queueOptions WHERE parentId IS NULL
      UNION ALL SELECT o.id, o.queueId, depth + 1 FROM queueOptions o JOIN placed p ON o.parentId = p.id AND o.queueId = p.queueId WHERE depth < ${maxOptionDepth}
    ) SELECT id FROM placed)`,
  },
  {
    table: "queueOptions",
    column: "queueId",
    broken: `queueId IN (SELECT queueId FROM queueOptions GROUP BY queueId HAVING count(*) > ${maxNodes})`,
  },
  { table: "media", column: "type", broken: "type GLOB '*[^a-zA-Z0-9/.+_; =-]*'" },
];

/**
 * Throws invalid where a row of a company's database has a value that no form, verb or network can
 * store: the file may be forged. The caller has already checked its layout, and the rules of SQLite
 * itself (types, checks, references). rules.md#company-files
 */
export function refuseUnfitCompany(path: string) {
  const sqlite = new Database(path, { readonly: true, strict: true });
  try {
    sqlite.run("PRAGMA trusted_schema = OFF");
    const isThere = columnsOf(sqlite);
    const rules = Map.groupBy(
      [...rulesOfCode(), ...rulesOfRanges(), ...rulesOfFile(sqlite), ...special].filter(
        ({ table, column }) => isThere.has(`${table}.${column}`),
      ),
      ({ table }) => table,
    );
    for (const [table, those] of rules) refuseFirst(sqlite, table, those);
    for (const [what, form] of Object.entries(forms))
      if (isThere.has(what))
        refuseMisfits(sqlite, what, ({ value }) => form.safeParse(value).success);
    for (const [what, { key, fits }] of Object.entries(keyedForms))
      if (isThere.has(what))
        refuseMisfits(sqlite, what, ({ by, value }) => fits(String(by), value), key);
  } finally {
    sqlite.close();
  }
}

// An older version's file lacks columns of later migrations. SQLite would read an unknown column
// name as a text, which breaks every rule.
const columnsOf = (sqlite: Database) =>
  new Set(
    sqlite
      .query<{ name: string }, []>(
        "SELECT t.name || '.' || c.name AS name FROM pragma_table_list t, pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table'",
      )
      .all()
      .map(({ name }) => name),
  );

// Rules from the table definitions: enums, flags and times.
function rulesOfCode(): Rule[] {
  return companyTables.flatMap((each) => {
    const { name: table, columns } = getTableConfig(each);
    return columns.flatMap((column) =>
      brokenOf(table, column).map((broken) => ({ table, column: column.name, broken })),
    );
  });
}

function brokenOf(table: string, { name, dataType, enumValues }: SQLiteColumn): string[] {
  // Screens show the actions of the audit, and no code acts on them.
  if (enumValues?.length && table !== "audit") return [`"${name}" NOT IN (${quoted(enumValues)})`];
  if (dataType === "boolean") return [`"${name}" NOT IN (0, 1)`];
  if (dataType === "date") return [`"${name}" NOT BETWEEN 0 AND ${lastMoment}`];
  return [];
}

const rulesOfRanges = (): Rule[] =>
  Object.entries(ranges).map(([what, [least, greatest]]: [string, Range]) => {
    const [table = "", column = ""] = what.split(".");
    return { table, column, broken: `"${column}" NOT BETWEEN ${least} AND ${greatest}` };
  });

// Rules for every column, used or not: the length of texts, and the range of integers.
function rulesOfFile(sqlite: Database): Rule[] {
  const columns = sqlite
    .query<
      { table: string; column: string; type: string },
      []
    >(`SELECT t.name AS "table", c.name AS "column", c.type FROM pragma_table_list t, pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.strict AND t.name NOT LIKE 'sqlite_%'`)
    .all();
  return columns.flatMap(({ table, column, type }) => {
    if (type === "INTEGER")
      return [{ table, column, broken: `"${column}" NOT BETWEEN -${most} AND ${most}` }];
    if (type !== "TEXT" && type !== "BLOB") return [];
    return [
      {
        table,
        column,
        broken: `octet_length("${column}") > ${[short, written].find(({ columns }) => columns.test(column))?.most ?? mostBytes}`,
      },
    ];
  });
}

// One query per table.
function refuseFirst(sqlite: Database, table: string, rules: Rule[]) {
  const keys = keysOf(sqlite, table);
  const which = rules.map(({ column, broken }) => `WHEN ${broken} THEN '${column}'`).join(" ");
  const query = sqlite.query<Record<string, unknown> & { broken: string }, []>(
    `SELECT ${keys.map((key) => `"${key}" AS "key ${key}"`).join(", ")}, CASE ${which} END AS broken FROM "${table}" WHERE ${rules.map(({ broken }) => `(${broken})`).join(" OR ")} LIMIT 1`,
  );
  const row = query.get();
  if (!row) return;
  const where = keys.map((key) => `"${key}" IS ?`).join(" AND ");
  const { value } = sqlite
    .query<{ value: unknown }, (string | number)[]>(
      `SELECT substr("${row.broken}", 1, 60) AS value FROM "${table}" WHERE ${where}`,
    )
    .get(...keys.map((key) => row[`key ${key}`] as string | number))!;
  refuse(
    table,
    keys.map((key) => row[`key ${key}`]),
    row.broken,
    value,
  );
}

type Cell = { id: number | string; value: unknown; by: unknown };

function refuseMisfits(sqlite: Database, what: string, fits: (cell: Cell) => boolean, by = "NULL") {
  const [table = "", column = ""] = what.split(".");
  const [key] = keysOf(sqlite, table);
  for (const cell of sqlite
    .query<Cell, []>(
      `SELECT "${key}" AS id, "${column}" AS value, ${by} AS by FROM "${table}" WHERE "${column}" IS NOT NULL`,
    )
    .iterate())
    if (!fits(cell)) refuse(table, [cell.id], column, cell.value);
}

function keysOf(sqlite: Database, table: string): string[] {
  const keys = sqlite
    .query<{ name: string }, [string]>(
      "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
    )
    .all(table)
    .map(({ name }) => name);
  return keys.length > 0 ? keys : ["rowid"];
}

function refuse(table: string, keys: unknown[], column: string, value: unknown) {
  throw unfit(
    `a row of its database does not fit: ${table} ${keys.map((key) => String(key).slice(0, 60)).join("/")}: ${column} is ${JSON.stringify(typeof value === "string" ? value.slice(0, 60) : value)}`,
  );
}

function quoted(words: readonly unknown[]): string {
  return words.map((word) => `'${String(word)}'`).join(", ");
}
