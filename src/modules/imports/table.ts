import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/table.ts";

export const importStates = ["reading", "read", "running", "done", "cancelled"] as const;
export type ImportState = (typeof importStates)[number];

/** Why a row was not imported. */
export const rowReasons = [
  "noName",
  "noNumber",
  "badName",
  "shortName",
  "badNumber",
  "badEmail",
  "badTag",
  "badField",
  "badPrice",
  "dearPromotion",
  "badStock",
  "formula",
] as const;
export type RowReason = (typeof rowReasons)[number];

/** What a column of a sheet of products may hold. */
export type ProductColumn =
  | "name"
  | "ean"
  | "code"
  | "category"
  | "description"
  | "active"
  | "store"
  | "stock"
  | "costPrice"
  | "promotionPrice"
  | "sellingPrice";

/** The column, from 0, of each field; null for none. */
export type Mapping = {
  name: number | null;
  number: number | null;
  email: number | null;
  tags: number | null;
  fields: { column: number; name: string }[];
};

/** What to do with the rows of a file. */
export type Choice = {
  mapping: Mapping;
  /** The first row is a contact, not column names. */
  headless: boolean;
  /** The network is asked about each number. */
  validate: boolean;
  /** Lines to leave out; with `only`, the lines to import. */
  lines: number[];
  only: boolean;
  /** Contacts that are there get the names of the file. */
  rename?: boolean;
  /** The lines whose number an earlier one has; undefined until they are known. */
  repeated?: number[];
};

export const imports = sqliteTable("imports", {
  ...base,
  userId: integer(),
  /** What its rows become. */
  kind: text().notNull().default("contacts"),
  /** The list that its rows go into, where its kind has one. */
  targetId: integer(),
  name: text().notNull(),
  state: text({ enum: importStates }).notNull().default("reading"),
  width: integer().notNull().default(0),
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
 * An import as it travels. What is done and counted as nothing else repeats a number of an earlier
 * row.
 */
export type Import = Omit<typeof imports.$inferSelect, "choice" | "cursor">;

/** A cell's text; null is a formula. */
export type Cell = string | null;

export const importRows = sqliteTable("importRows", {
  importId: integer().notNull(),
  line: integer().notNull(),
  cells: text({ mode: "json" }).$type<Cell[]>().notNull(),
  reason: text({ enum: rowReasons }),
});
export type ImportRow = Omit<typeof importRows.$inferSelect, "importId">;

/** A file that was read, for the user to assign its columns. */
export type ReadFile = Import & {
  head: Cell[];
  headless: boolean;
  mapping: Mapping;
  /** Of each column, the values of some rows. */ samples: Cell[][];
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
  /** The first refused rows. */
  examples: ImportRow[];
  /** All lines that would be refused, chosen or not. */
  refusedLines: number[];
  /** Rows whose number an earlier one has, which gives the name. */
  repeated: Noted<{ line: number; first: number }>;
  /** Rows that are imported without their e-mail, which is none. */
  withoutEmail: Noted<{ line: number }>;
  /** Contacts that the file gives another name. */
  renamed: Noted<{ line: number; from: string; to: string }>;
};

/** How many rows something is said of, and the first of them. */
export type Noted<T> = { count: number; examples: T[] };
