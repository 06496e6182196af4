import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/table.ts";

export const importStates = ["reading", "read", "running", "done", "cancelled"] as const;
export type ImportState = (typeof importStates)[number];

/** Why a row did not become a contact. */
export const rowReasons = ["noName", "noNumber", "badName", "badNumber", "badEmail", "badTag", "badField", "formula"] as const;
export type RowReason = (typeof rowReasons)[number];

/** Which column, from 0, holds what. Null is none. */
export type Mapping = { name: number | null; number: number | null; email: number | null; tags: number | null; fields: { column: number; name: string }[] };

/** What is to be done with the rows of a file. */
export type Choice = {
  mapping: Mapping;
  /** The first row is a contact too, and no names of columns. */
  headless: boolean;
  /** The network is asked about each number. */
  validate: boolean;
  /** These lines are left out; with `only`, all but these. */
  lines: number[];
  only: boolean;
};

export const imports = sqliteTable("imports", {
  ...base,
  userId: integer(),
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
});

/** An import as it travels. */
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

/** What was read of a file, for someone to say which column is what. */
export type ReadFile = Import & { head: Cell[]; headless: boolean; mapping: Mapping; /** Of each column, what some rows say there. */ samples: Cell[][] };

/** What an import would do: how many contacts it would make and change, how many rows it would refuse and why. */
export type ImportPreview = Pick<Import, "total" | "created" | "updated" | "refused"> & { reasons: Partial<Record<RowReason, number>>; /** The first of those that would be refused. */ examples: ImportRow[] };
