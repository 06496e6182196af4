import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";

export const importStates = ["reading", "read", "running", "done", "cancelled"] as const;
export type ImportState = (typeof importStates)[number];

/** Why a row was not imported. */
export const rowReasons = [
  "noName",
  "noNumber",
  "badName",
  "shortName",
  "badNumber",
  "serviceNumber",
  "noAreaCode",
  "badEmail",
  "badTag",
  "badField",
  "badPrice",
  "dearPromotion",
  "badStock",
  "noCost",
  "noPrice",
  "eanTwice",
  "formula",
] as const;
export type RowReason = (typeof rowReasons)[number];

/** The fields of a product that a column may hold. */
export type ProductColumn =
  | "name"
  | "ean"
  | "code"
  | "category"
  | "description"
  | "active"
  | "unit"
  | "store"
  | "stock"
  | "costPrice"
  | "promotionPrice"
  | "sellingPrice";

/**
 * The fields that further columns of a contact may hold; `otherName` is used where there is no
 * name.
 */
export const moreTargets = ["name", "number", "email", "tags", "otherName"] as const;

/** The column, from 0, of each field; null for none. */
export type Mapping = {
  name: number | null;
  number: number | null;
  email: number | null;
  tags: number | null;
  fields: { column: number; name: string }[];
  /** Further parts of the name, numbers and so on, in the order in which they count. */
  more?: { column: number; name: (typeof moreTargets)[number] }[];
};

export const decimalMarks = [",", "."] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** The decimal mark of the texts in a column. */
export type Decimal = { column: number; mark: DecimalMark };

/** How products without a cost price come in: at their selling price, or without prices. */
export const costChoices = ["selling", "noPrice"] as const;

/**
 * Facts that only a look at all rows gives. They are stored before the import, which deletes rows.
 */
export type FileFacts = {
  decimals: Decimal[];
  /** The lines whose number an earlier one has. */
  repeated: number[];
  /** The lines that contradict an earlier one. */
  conflicts: number[];
};

/** The user's choices for the rows of a file. */
export type Choice = {
  mapping: Mapping;
  /** The table's first row is a contact, not column names. */
  headless: boolean;
  /** The network is asked about each number. */
  validate: boolean;
  /** Lines to leave out; with `only`, the lines to import. */
  lines: number[];
  only: boolean;
  /** Contacts that are there get the names of the file. */
  rename?: boolean;
  /** Decimal marks that the user chose. */
  decimals?: Decimal[];
  withoutCost?: (typeof costChoices)[number];
  facts?: FileFacts;
};

/** A sheet of a file. `total` counts its rows, `width` its columns. */
export type SheetInfo = { name: string; width: number; total: number };

export const imports = sqliteTable("imports", {
  ...base,
  userId: integer(),
  /** The name of its `ImportKind`. */
  kind: text().notNull().default("contacts"),
  /** The list that its rows go into, where its kind has one. */
  targetId: integer(),
  name: text().notNull(),
  state: text({ enum: importStates }).notNull().default("reading"),
  width: integer().notNull().default(0),
  sheets: text({ mode: "json" }).$type<SheetInfo[]>().notNull().default([]),
  /** The sheet that is imported, from 0. */
  sheet: integer().notNull().default(0),
  /** The line in which its table begins. */
  head: integer().notNull().default(0),
  choice: text({ mode: "json" }).$type<Choice>(),
  cursor: integer().notNull().default(0),
  total: integer().notNull().default(0),
  done: integer().notNull().default(0),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  duplicated: integer().notNull().default(0),
});

/**
 * An import as it travels. Rows that are done and in no other count repeat the number of an earlier
 * row.
 */
export type Import = Omit<typeof imports.$inferSelect, "choice" | "cursor" | "head">;

/** A cell's text or number; null is a formula without a value. */
export type Cell = string | number | null;

export const importRows = sqliteTable("importRows", {
  importId: integer().notNull(),
  sheet: integer().notNull().default(0),
  line: integer().notNull(),
  cells: text({ mode: "json" }).$type<Cell[]>().notNull(),
  reason: text({ enum: rowReasons }),
  column: integer(),
});
export type ImportRow = Omit<typeof importRows.$inferSelect, "importId" | "sheet">;

/** Why a row is refused, and the column that it is about; null where the file has none. */
export type Refusal = { reason: RowReason; column: number | null };

/** A file that was read, for the user to assign its columns. */
export type ReadFile = Import & {
  /** The line in which the table begins, and its cells. */
  headLine: number;
  head: Cell[];
  headless: boolean;
  mapping: Mapping;
  /** Of each column, the values of some rows. */ samples: Cell[][];
  /** The first lines of the sheet: one of them has the column names. */
  top: { line: number; cells: Cell[] }[];
};

/**
 * How many rows an import would create, update or find there already, how many rows it would refuse
 * and why.
 */
export type ImportPreview = Pick<
  Import,
  "total" | "created" | "updated" | "duplicated" | "refused"
> & {
  reasons: Partial<Record<RowReason, number>>;
  /** The first rows of each reason and column. */
  examples: ImportRow[];
  /** All lines that would be refused, chosen or not. */
  refusedLines: number[];
  /** Rows whose number an earlier one has, which gives the name. */
  repeated: Noted<{ line: number; first: number }>;
  /** Rows that are imported without their e-mail, which is not valid. */
  withoutEmail: Noted<{ line: number }>;
  /** Contacts that the file gives another name. */
  renamed: Noted<{ line: number; from: string; to: string }>;
  /** Columns with texts like `1.000`, which have two readings, and the reading that is used. */
  decimals: (Decimal & { example: string })[];
};

/** A row as it would be stored; null where it is refused. */
export type ShownRow = ImportRow & { values: Record<string, string> | null };

/** How many rows have a note, and the first of them. */
export type Noted<T> = { count: number; examples: T[] };
