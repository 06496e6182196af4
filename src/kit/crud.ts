import { and, asc, count, eq, getTableColumns, getTableName, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Permission } from "../shared/permissions.ts";
import type { PlanFlag } from "../shared/plan.ts";
import type { Me } from "./audience.ts";
import { Fault } from "./fault.ts";
import { idParam, listQuery } from "./fields.ts";
import { Upload } from "./files.ts";
import { routes, type UploadRules } from "./http.ts";
import { addMedia, deleteUnusedMedia } from "./media.ts";
import { matching, notFound, page } from "./page.ts";
import { pictureFile, refuseUnlessPicture, withPicture } from "./picture.ts";
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
  /** The column with the media row of its picture. A row says `mediaPath` and `mediaName` instead; `POST` and `DELETE /:id/media-upload` change it. */
  picture?: SQLiteColumn;
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
  const simple = routes(`/${resource.name}`)
    .get("/", ({ store, query }) => list(store, resource, query as Query), { ...read, query: listQuery.extend(Object.fromEntries(ids)) })
    .get("/list", ({ store }) => all(store, resource), read)
    .get("/:id", ({ store, params }) => find(store, resource, params.id), { ...read, params: idParam })
    .post("/", ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, resource, body);
    }, { ...write, body })
    .put("/:id", ({ store, params, body }) => update(store, resource, params.id, body), { ...write, params: idParam, body: body.partial() })
    .delete("/:id", ({ store, params }) => remove(store, resource, params.id), { ...write, params: idParam });
  if (!resource.picture) return simple;
  const accepts: UploadRules = { field: "file", most: 1, checkTarget: ({ store }, id) => find(store, resource, id) };
  simple
    .post("/:id/media-upload", ({ store, params, body }) => setPicture(store, resource, params.id, body.file), { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), accepts })
    .delete("/:id/media-upload", ({ store, params }) => setPicture(store, resource, params.id, null), { ...write, params: idParam });
  return simple;
}

/** Every resource made by `crud`, for the test that walks them all. */
export const resources: Resource[] = [];

type ResourceRow = { id: number; [column: string]: unknown };

type Query = { searchParam: string; pageNumber: number; [filter: string]: unknown };

/** One page: `{[envelope], hasMore, count}`. */
export function list(store: Store, resource: Resource, { searchParam, pageNumber, ...asked }: Query) {
  const { name, envelope = name, table, search, filters = {}, order = [asc(search[0]!)], pageSize } = resource;
  const narrowed = Object.entries(filters).map(([filter, column]) => (asked[filter] === undefined ? undefined : eq(column, asked[filter])));
  const { rows, ...rest } = page(store.db, { table, select: rowsOf(store.db, resource), found: and(matching(searchParam, search), ...narrowed), order: [...order, table.id], pageNumber, size: pageSize });
  return { [envelope]: rows.map((row) => shown(store, resource, row)), ...rest };
}

/** All rows, for the choices of a form. */
export function all(store: Store, resource: Resource) {
  const { search, order = [asc(search[0]!)] } = resource;
  return rowsOf(store.db, resource).orderBy(...order).limit(5000).all().map((row) => shown(store, resource, row));
}

/** One row. Throws missing. */
export const find = (store: Store, resource: Resource, id: number) => shown(store, resource, findIn(store.db, resource, id));

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
export function remove(store: Store, { table, event, picture, inUse = [] }: Resource, id: number) {
  return store.write((tx) => {
    const uses = inUse.flatMap((column) => {
      const { uses } = tx.select({ uses: count() }).from(column.table).where(eq(column, id)).get()!;
      return uses > 0 ? [[getTableName(column.table), uses]] : [];
    });
    if (uses.length > 0) throw new Fault("conflict", "ERR_IN_USE", { message: "Este registro está em uso", details: Object.fromEntries(uses) });
    const row = tx.delete(table).where(eq(table.id, id)).returning().get();
    if (!row) throw notFound();
    if (picture) deleteUnusedMedia(tx, mediaIdIn(row, picture));
    tx.emit(event, "delete", { [`${event}Id`]: id }, { to: "everyone" });
    return {};
  });
}

/** Sets or removes the picture. Its old file is swept. Throws missing, or invalid for what is no picture. */
export async function setPicture(store: Store, resource: Resource, id: number, upload: Upload | null) {
  const { table, picture } = resource;
  if (!picture) throw notFound();
  if (upload) await refuseUnlessPicture(upload);
  const kept = upload && (await store.files.keep(upload));
  const row = store.write((tx) => {
    const before = tx.select().from(table).where(eq(table.id, id)).get();
    if (!before) throw notFound();
    tx.update(table).set({ [picture.name]: kept && addMedia(tx, kept, store.now()), ...updateTimestamps(store.now()) }).where(eq(table.id, id)).run();
    deleteUnusedMedia(tx, mediaIdIn(before, picture));
    return emitRow(tx, resource, "update", id);
  });
  if (kept) store.files.release(kept.sha256);
  return row;
}

const mediaIdIn = (row: Record<string, unknown>, picture: SQLiteColumn) => [row[picture.name]].filter((id) => typeof id === "number");

function emitRow(tx: Tx, resource: Resource, action: "create" | "update", id: number) {
  const row = shown(tx.store, resource, findIn(tx, resource, id));
  tx.emit(resource.event, action, { [resource.event]: row }, { to: "everyone" });
  return row;
}

function findIn(db: Db | Tx, resource: Resource, id: number) {
  const row = rowsOf(db, resource).where(eq(resource.table.id, id)).get();
  if (!row) throw notFound();
  return row;
}

const shown = (store: Store, { picture }: Resource, row: Record<string, unknown>) => (picture ? withPicture(store, picture, row) : row) as ResourceRow;

function rowsOf(db: Db | Tx, { table, labels = {}, picture }: Resource) {
  const texts = Object.entries(labels).map(([name, { by, from }]) => [name, sql<string | null>`(SELECT l.${sql.identifier(from.name)} FROM ${from.table} l WHERE l.id = ${by.table}.${sql.identifier(by.name)})`]);
  return db.select({ ...getTableColumns(table), ...Object.fromEntries(texts), ...(picture && { pictureFile: pictureFile(picture) }) }).from(table).$dynamic();
}
