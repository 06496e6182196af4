import { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { PlanFlag } from "../../shared/plan.ts";

type ResourceTable = SQLiteTable & {
  id: SQLiteColumn;
  createdAt: SQLiteColumn;
  updatedAt: SQLiteColumn;
};

/**
 * A resource with only a list, a form and a delete. The options are a closed list: a resource that
 * needs more writes its own verbs.
 */
export type Resource = {
  /** Path and permission. */
  name: string;
  /** The live event, and the row's name in it: `{category}`, or `{categoryId}` of a deleted one. */
  event: string;
  table: ResourceTable;
  body: z.ZodRawShape;
  /** The columns of a search, or the condition that a row has the typed text. */
  search: SQLiteColumn[] | ((typed: string) => SQL | undefined);
  /** Columns by which clients may filter lists: `?storeId=3`. */
  filters?: Record<string, SQLiteColumn>;
  /** The order of lists; by default the first searched column. */
  order?: (SQL | SQLiteColumn)[];
  pageSize?: number;
  /** The column that gets the id of the user who makes a row. */
  owner?: string;
  plan?: PlanFlag;
  /** The list's key in an answer; by default `name`. */
  envelope?: string;
  /**
   * Fields of a row besides its columns, by name. Each is `from` in the row that the column `by`
   * refers to (an object where `from` is several columns), or an SQL expression.
   */
  labels?: Record<string, Label | SQL>;
  /**
   * The column with the media row of its picture. A row says `mediaPath` and `mediaName` instead;
   * `POST` and `DELETE /:id/media-upload` change it.
   */
  picture?: SQLiteColumn;
  /** The types that a picture may have; PNG and JPEG if they are not given. */
  pictureTypes?: readonly string[];
  /**
   * The column with the time when a row was deleted. The row stays for those that refer to it, but
   * no verb here finds it.
   */
  deletedAt?: SQLiteColumn;
};

export type Label = { by: SQLiteColumn; from: SQLiteColumn | SQLiteColumn[] };

/** All resources made by `crud`, for the test that walks them. */
export const resources: Resource[] = [];
