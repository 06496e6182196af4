import { Database } from "bun:sqlite";
import { drizzle, type BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { compiledOnce } from "./statements.ts";

const queryMethods = [
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
  "all",
  "get",
  "run",
  "values",
] as const;

/** The queries that a file and a write of it take. */
export type Db = Pick<BunSQLiteDatabase, (typeof queryMethods)[number]>;

/** A file that is queried through its own methods, as drizzle's. */
export abstract class QueriedFile implements Db {
  declare readonly select: Db["select"];
  declare readonly selectDistinct: Db["selectDistinct"];
  declare readonly insert: Db["insert"];
  declare readonly update: Db["update"];
  declare readonly delete: Db["delete"];
  declare readonly all: Db["all"];
  declare readonly get: Db["get"];
  declare readonly run: Db["run"];
  declare readonly values: Db["values"];
  protected readonly drizzle: BunSQLiteDatabase;

  constructor(readonly sqlite: Database) {
    this.drizzle = drizzle({ client: compiledOnce(sqlite) });
    for (const name of queryMethods)
      Object.assign(this, { [name]: this.drizzle[name].bind(this.drizzle) });
  }
}
