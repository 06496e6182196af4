import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Page } from "./html.ts";

/**
 * The person, by everything that tables find them by. `names` are all names of theirs, `email` may
 * be "".
 */
export type Person = {
  id: number;
  names: string[];
  email: string;
  identifiers: { type: string; value: string }[];
  ticketIds: number[];
};

/** The work that remains when every table has erased a person. */
export type Leftovers = {
  /** Media rows of the person. Those that nothing else uses are deleted, with their files. */
  mediaIds: number[];
  /** Hashes of files that no media row names. */
  files: string[];
  /** Messages whose texts were erased, by their ids on the network. */
  messages: { connectionId: number; providerId: string }[];
  /** Called when nothing of the person is left, to emit what lists show from then on. */
  announce: (() => void)[];
};

/**
 * A part of a person's export: `name` is its key in the JSON file, `section` writes it in the HTML
 * file.
 */
export type ExportPart = {
  name: string;
  read(db: CompanyDb, person: Person): unknown;
  section(data: unknown, page: Page): string | Promise<string>;
};

/** A table's function, or the reason in words why it has none. */
type How<Verb> = Verb | string;

/** How a table with data of a contact is erased, exported and merged. */
export type PersonalData = {
  table: SQLiteTable | string;
  erase: How<(tx: Tx, person: Person, leftovers: Leftovers) => void>;
  export: How<ExportPart>;
  /**
   * Moves rows that refer to the loser to the winner. A function that it returns is called once the
   * loser is deleted.
   */
  merge: How<(tx: Tx, winnerId: number, loserId: number) => void | (() => void)>;
  /** Of a table that refers to tickets: moves the rows of a ticket that is merged into another. */
  mergeTickets?: How<(tx: Tx, keptId: number, goneId: number) => void>;
  /** Before a contact is deleted, with all rows that refer to them by a foreign key. */
  remove?: (tx: Tx, person: Person, leftovers: Leftovers) => void;
  /** Its full-text index, which keeps deleted words until it is compacted. */
  searchIndex?: string;
};

let entries: PersonalData[] | undefined;

/** Sets the list that erase, export and merge walk. */
export const registerPersonalData = (all: PersonalData[]) => void (entries = all);

/**
 * Every table with something of a person. Throws where the list was not loaded: an empty one would
 * erase and merge nothing, silently.
 */
export function personalData(): PersonalData[] {
  if (!entries) throw new Error("src/personal-data.ts is not loaded");
  return entries;
}

export const noLeftovers = (): Leftovers => ({
  mediaIds: [],
  files: [],
  messages: [],
  announce: [],
});

/** Types a part by the data that it reads. */
export const part = <Data>(given: {
  name: string;
  read(db: CompanyDb, person: Person): Data;
  section(data: Awaited<Data>, page: Page): string | Promise<string>;
}): ExportPart => given as ExportPart;

/** Erases by deleting a contact's rows. */
export const deleteRows =
  (table: SQLiteTable) =>
  (tx: Tx, { id }: Person) =>
    void tx.run(sql`DELETE FROM ${table} WHERE contactId = ${id}`);

/** Erases by deleting the rows of a contact's tickets. */
export const deleteTicketRows =
  (table: SQLiteTable) =>
  (tx: Tx, { ticketIds }: Person) =>
    void tx.run(sql`DELETE FROM ${table} WHERE ticketId IN ${listed(ticketIds)}`);

/**
 * Merges by giving a contact's rows to another. Where a rule allows the other only one, theirs
 * stays.
 */
export const moveRows = (table: SQLiteTable) => (tx: Tx, winnerId: number, loserId: number) =>
  move(tx, table, "contactId", winnerId, loserId);

/** The same of a ticket's rows. */
export const moveTicketRows = (table: SQLiteTable) => (tx: Tx, keptId: number, goneId: number) =>
  move(tx, table, "ticketId", keptId, goneId);

function move(
  tx: Tx,
  table: SQLiteTable,
  column: "contactId" | "ticketId",
  to: number,
  from: number,
) {
  const key = sql.identifier(column);
  tx.run(sql`UPDATE OR IGNORE ${table} SET ${key} = ${to} WHERE ${key} = ${from}`);
  tx.run(sql`DELETE FROM ${table} WHERE ${key} = ${from}`);
}

/** Ids as the right side of an IN, however many. */
export const listed = (ids: number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
