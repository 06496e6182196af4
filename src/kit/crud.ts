import { and, asc, count, eq, getTableColumns, getTableName, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Permission } from "../shared/permissions.ts";
import type { PlanFlag } from "../shared/plan.ts";
import type { Me } from "./audience.ts";
import { Fault } from "./fault.ts";
import { idParam, listQuery } from "./fields.ts";
import { routes } from "./http.ts";
import { matching, notFound, page } from "./page.ts";
import { refuseMissingReferences } from "./references.ts";
import type { Db, Store, Tx } from "./store.ts";
import { insertTimestamps, updateTimestamps } from "./table.ts";

type ResourceTable = SQLiteTable & { id: SQLiteColumn; createdAt: SQLiteColumn; updatedAt: SQLiteColumn };

/** A resource that is nothing but a list, a form and a delete. The options are a closed list: who needs more writes the verbs. */
export type Resource = {
  /** Path and permission. */
  name: string;
  /** The live event, and the row's name in it: `{category}`, or `{categoryId}` of a deleted one. */
  event: string;
  table: ResourceTable;
  body: z.ZodRawShape;
  search: SQLiteColumn[];
  /** Columns that the list may be asked for by their names: `?storeId=3`. */
  filters?: Record<string, SQLiteColumn>;
  order?: (SQL | SQLiteColumn)[];
  pageSize?: number;
  /** The column that gets the id of the user who makes a row. */
  owner?: string;
  plan?: PlanFlag;
  /** The list's key in an answer, `name` if not said. */
  envelope?: string;
  /** What a row says besides its columns, by name: the text of `from` in the row that the column `by` refers to. */
  labels?: Record<string, { by: SQLiteColumn; from: SQLiteColumn }>;
  /** Columns elsewhere that point here: a row that one of them holds can't be deleted. */
  inUse?: SQLiteColumn[];
};

/** `GET / · /list · /:id`, `POST /`, `PUT /:id`, `DELETE /:id`, with their permissions and events. */
export function crud(resource: Resource) {
  const body = z.object(resource.body);
  const plan = resource.plan && { plan: resource.plan };
  const read = { can: `${resource.name}.read` as Permission, ...plan };
  const write = { can: `${resource.name}.write` as Permission, ...plan };
  const ids = Object.keys(resource.filters ?? {}).map((name) => [name, z.coerce.number().int().positive().optional()]);
  resources.push(resource);
  return routes(`/${resource.name}`)
    .get("/", ({ store, query }) => list(store, resource, query as Query), { ...read, query: listQuery.extend(Object.fromEntries(ids)) })
    .get("/list", ({ store }) => all(store, resource), read)
    .get("/:id", ({ store, params }) => find(store, resource, params.id), { ...read, params: idParam })
    .post("/", ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, resource, body);
    }, { ...write, body })
    .put("/:id", ({ store, params, body }) => update(store, resource, params.id, body), { ...write, params: idParam, body: body.partial() })
    .delete("/:id", ({ store, params }) => remove(store, resource, params.id), { ...write, params: idParam });
}

/** Every resource made by `crud`, for the test that walks them all. */
export const resources: Resource[] = [];

type Query = { searchParam: string; pageNumber: number; [filter: string]: unknown };

/** One page: `{[envelope], hasMore, count}`. */
export function list(store: Store, resource: Resource, { searchParam, pageNumber, ...asked }: Query) {
  const { name, envelope = name, table, search, filters = {}, order = [asc(search[0]!)], pageSize } = resource;
  const narrowed = Object.entries(filters).map(([filter, column]) => (asked[filter] === undefined ? undefined : eq(column, asked[filter])));
  const { rows, ...rest } = page(store.db, { table, select: rowsOf(store.db, resource), found: and(matching(searchParam, search), ...narrowed), order: [...order, table.id], pageNumber, size: pageSize });
  return { [envelope]: rows, ...rest };
}

/** All rows, for the choices of a form. */
export function all(store: Store, resource: Resource) {
  const { search, order = [asc(search[0]!)] } = resource;
  return rowsOf(store.db, resource).orderBy(...order).limit(5000).all();
}

/** One row. Throws missing. */
export const find = (store: Store, resource: Resource, id: number) => findIn(store.db, resource, id);

/** Creates a row; everyone gets the event. Throws a conflict on a taken name, invalid when it refers to a row that does not exist. */
export function create(store: Store, me: Me, resource: Resource, values: Record<string, unknown>) {
  const { table, owner } = resource;
  return store.write((tx) => {
    refuseMissingReferences(tx, table, values);
    const { id } = tx.insert(table).values({ ...values, ...(owner && { [owner]: me.id }), ...insertTimestamps(store.now()) }).returning({ id: table.id }).get();
    return emitRow(tx, resource, "create", id as number);
  });
}

/** Changes the given fields of a row. Throws missing, a conflict on a taken name, invalid when it refers to a row that does not exist. */
export function update(store: Store, resource: Resource, id: number, values: Record<string, unknown>) {
  const { table } = resource;
  return store.write((tx) => {
    refuseMissingReferences(tx, table, values);
    tx.update(table).set({ ...values, ...updateTimestamps(store.now()) }).where(eq(table.id, id)).run();
    return emitRow(tx, resource, "update", id);
  });
}

/** Deletes the row. Throws missing, or a conflict that says how many rows still refer to it. */
export function remove(store: Store, { table, event, inUse = [] }: Resource, id: number) {
  return store.write((tx) => {
    const uses = inUse.flatMap((column) => {
      const { uses } = tx.select({ uses: count() }).from(column.table).where(eq(column, id)).get()!;
      return uses > 0 ? [[getTableName(column.table), uses]] : [];
    });
    if (uses.length > 0) throw new Fault("conflict", "ERR_IN_USE", { message: "Este registro está em uso", details: Object.fromEntries(uses) });
    const row = tx.delete(table).where(eq(table.id, id)).returning().get();
    if (!row) throw notFound();
    tx.emit(event, "delete", { [`${event}Id`]: id }, { to: "everyone" });
    return {};
  });
}

function emitRow(tx: Tx, resource: Resource, action: "create" | "update", id: number) {
  const row = findIn(tx, resource, id);
  tx.emit(resource.event, action, { [resource.event]: row }, { to: "everyone" });
  return row;
}

function findIn(db: Db | Tx, resource: Resource, id: number) {
  const row = rowsOf(db, resource).where(eq(resource.table.id, id)).get();
  if (!row) throw notFound();
  return row;
}

function rowsOf(db: Db | Tx, { table, labels = {} }: Resource) {
  const texts = Object.entries(labels).map(([name, { by, from }]) => [name, sql<string | null>`(SELECT l.${sql.identifier(from.name)} FROM ${from.table} l WHERE l.id = ${by.table}.${sql.identifier(by.name)})`]);
  return db.select({ ...getTableColumns(table), ...Object.fromEntries(texts) }).from(table).$dynamic();
}
