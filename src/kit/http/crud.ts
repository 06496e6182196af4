import { and, asc, eq, getTableColumns, is, isNull, SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Permission } from "../../shared/permissions.ts";
import type { PlanFlag } from "../../shared/plan.ts";
import type { Me } from "../db/audience.ts";
import { idParam, listQuery } from "./fields.ts";
import { Upload } from "../files/files.ts";
import { routes } from "./http.ts";
import type { UploadRules } from "./received-forms.ts";
import { addMedia, deleteUnusedMedia } from "../db/media.ts";
import { matching, notFound, page } from "../db/page.ts";
import { pictureFile, refuseUnlessPicture, withPicture } from "./picture.ts";
import type { Db } from "../db/queried-file.ts";
import { refuseMissingReferences, refuseWhileInUse } from "../db/references.ts";
import { prepared, type CompanyDb, type Tx } from "../db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../db/table.ts";

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

type Label = { by: SQLiteColumn; from: SQLiteColumn | SQLiteColumn[] };

/**
 * `GET / · /list · /:id`, `POST /`, `PUT /:id`, `DELETE /:id`, with their permissions and events.
 */
export function crud(resource: Resource) {
  const body = z.object(resource.body);
  const plan = resource.plan && { plan: resource.plan };
  const read = { can: `${resource.name}.read` as Permission, ...plan };
  const write = { can: `${resource.name}.write` as Permission, ...plan };
  const filters = z.object(
    Object.fromEntries(
      Object.keys(resource.filters ?? {}).map((name) => [
        name,
        z.coerce.number().int().nonnegative().optional(),
      ]),
    ),
  );
  resources.push(resource);
  const simple = routes(`/${resource.name}`)
    .get("/", ({ db, query }) => list(db, resource, query as Query), {
      ...read,
      query: listQuery.extend(filters.shape),
    })
    .get("/list", ({ db, query }) => all(db, resource, query as Narrowed), {
      ...read,
      query: filters,
    })
    .get("/:id", ({ db, params }) => find(db, resource, params.id), {
      ...read,
      params: idParam,
    })
    .post(
      "/",
      ({ db, me, body, set }) => {
        set.status = 201;
        return create(db, me, resource, body);
      },
      { ...write, body },
    )
    .put("/:id", ({ db, params, body }) => update(db, resource, params.id, body), {
      ...write,
      params: idParam,
      body: body.partial(),
      edits: { table: resource.table },
    })
    .delete("/:id", ({ db, params }) => remove(db, resource, params.id), {
      ...write,
      params: idParam,
    });
  if (!resource.picture) return simple;
  const accepts: UploadRules = {
    field: "file",
    maxFiles: 1,
    checkTarget: ({ db }, id) => find(db, resource, id),
  };
  simple
    .post(
      "/:id/media-upload",
      ({ db, params, body }) => setPicture(db, resource, params.id, body.file),
      { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), accepts },
    )
    .delete("/:id/media-upload", ({ db, params }) => setPicture(db, resource, params.id, null), {
      ...write,
      params: idParam,
    });
  return simple;
}

/** All resources made by `crud`, for the test that walks them. */
export const resources: Resource[] = [];

type ResourceRow = { id: number; [column: string]: unknown };

type Narrowed = { [filter: string]: unknown };
type Query = { searchParam: string; pageNumber: number } & Narrowed;

/** One page: `{[envelope], hasMore, count}`. */
export function list(db: CompanyDb, resource: Resource, query: Query) {
  const { name, envelope = name, table, pageSize } = resource;
  const where = and(foundBy(resource, query.searchParam), narrowedBy(resource, query));
  const { rows, ...rest } = page(db, {
    table,
    select: rowsOf(db, resource),
    where,
    order: orderOf(resource),
    pageNumber: query.pageNumber,
    size: pageSize,
  });
  return { [envelope]: rows.map((row) => visible(db, resource, row)), ...rest };
}

/** All rows, for the choices of a form. */
export const all = (db: CompanyDb, resource: Resource, narrowed: Narrowed = {}) =>
  rowsOf(db, resource)
    .where(narrowedBy(resource, narrowed))
    .orderBy(...orderOf(resource))
    .limit(5000)
    .all()
    .map((row) => visible(db, resource, row));

const foundBy = ({ search }: Resource, typed: string) =>
  typeof search === "function" ? search(typed) : matching(typed, search);

const narrowedBy = (resource: Resource, narrowed: Narrowed) =>
  and(
    notDeleted(resource),
    ...Object.entries(resource.filters ?? {}).map(([name, column]) =>
      narrowed[name] === undefined ? undefined : eq(column, narrowed[name]),
    ),
  );

const orderOf = ({ order, search, table }: Resource) => [
  ...(order ?? (typeof search === "function" ? [] : [asc(search[0]!)])),
  table.id,
];

const notDeleted = ({ deletedAt }: Resource) => deletedAt && isNull(deletedAt);

/** One row. Throws missing. */
export const find = (db: CompanyDb, resource: Resource, id: number) =>
  visible(db, resource, findIn(db, resource, id));

/**
 * Creates a row; everyone gets the event. Throws a conflict on a taken name, invalid when it refers
 * to a row that does not exist.
 */
export function create(db: CompanyDb, me: Me, resource: Resource, values: Record<string, unknown>) {
  const { table, owner } = resource;
  return db.write((tx) => {
    refuseMissingReferences(tx, table, values);
    const { id } = tx
      .insert(table)
      .values({ ...values, ...(owner && { [owner]: me.id }), ...insertTimestamps(db.now()) })
      .returning({ id: table.id })
      .get();
    return emitRow(tx, resource, "create", id as number);
  });
}

/**
 * Changes the given fields of a row. Throws missing, a conflict on a taken name, invalid when it
 * refers to a row that does not exist.
 */
export function update(
  db: CompanyDb,
  resource: Resource,
  id: number,
  values: Record<string, unknown>,
) {
  const { table } = resource;
  return db.write((tx) => {
    findIn(tx, resource, id);
    refuseMissingReferences(tx, table, values);
    tx.update(table)
      .set({ ...values, ...updateTimestamps(db.now()) })
      .where(eq(table.id, id))
      .run();
    return emitRow(tx, resource, "update", id);
  });
}

/**
 * Deletes the row. Throws missing, or a conflict with the number of rows that still refer to it.
 */
export function remove(db: CompanyDb, resource: Resource, id: number) {
  const { table, event, picture, deletedAt } = resource;
  return db.write((tx) => {
    findIn(tx, resource, id);
    if (deletedAt)
      tx.update(table)
        .set({ [deletedAt.name]: new Date(db.now()) })
        .where(eq(table.id, id))
        .run();
    else {
      refuseWhileInUse(tx, table, id);
      const row = tx.delete(table).where(eq(table.id, id)).returning().get()!;
      if (picture) deleteUnusedMedia(tx, mediaIdIn(row, picture));
    }
    tx.emit(event, "delete", { [`${event}Id`]: id }, { to: "everyone" });
    return {};
  });
}

/**
 * Sets or removes the picture. Its old file is swept. Throws missing, or invalid for a file that is
 * no picture.
 */
export async function setPicture(
  db: CompanyDb,
  resource: Resource,
  id: number,
  upload: Upload | null,
) {
  const { table, picture } = resource;
  if (!picture) throw notFound();
  if (upload) await refuseUnlessPicture(upload, "file", resource.pictureTypes);
  const stored = upload && (await db.files.keep(upload));
  return db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      findIn(tx, resource, id);
      const before = tx.select().from(table).where(eq(table.id, id)).get()!;
      tx.update(table)
        .set({
          [picture.name]: stored && addMedia(tx, stored, db.now()),
          ...updateTimestamps(db.now()),
        })
        .where(eq(table.id, id))
        .run();
      deleteUnusedMedia(tx, mediaIdIn(before, picture));
      return emitRow(tx, resource, "update", id);
    }),
  );
}

const mediaIdIn = (row: Record<string, unknown>, picture: SQLiteColumn) =>
  [row[picture.name]].filter((id) => typeof id === "number");

/** Sends everyone the event of a created or changed row, and returns its wire form. */
export function emitRow(tx: Tx, resource: Resource, action: "create" | "update", id: number) {
  const row = visible(tx, resource, findIn(tx, resource, id));
  tx.emit(resource.event, action, { [resource.event]: row }, { to: "everyone" });
  return row;
}

/** A query for one row of each resource, built once. */
const byId = new WeakMap<Resource, ReturnType<typeof rowQuery>>();

const rowQuery = (resource: Resource) =>
  prepared((db) =>
    rowsOf(db, resource)
      .where(and(eq(resource.table.id, sql.placeholder("id")), notDeleted(resource)))
      .prepare(),
  );

function findIn(db: CompanyDb, resource: Resource, id: number) {
  const query = byId.get(resource) ?? rowQuery(resource);
  byId.set(resource, query);
  const row = query(db).get({ id });
  if (!row) throw notFound();
  return row;
}

const visible = (db: CompanyDb, { picture }: Resource, row: Record<string, unknown>) =>
  (picture ? withPicture(db, picture, row) : row) as ResourceRow;

function rowsOf(db: Db, { table, labels = {}, picture }: Resource) {
  const texts = Object.entries(labels).map(([name, label]) => [
    name,
    is(label, SQL) ? label : labelSql(label),
  ]);
  return db
    .select({
      ...getTableColumns(table),
      ...Object.fromEntries(texts),
      ...(picture && { pictureFile: pictureFile(picture) }),
    })
    .from(table)
    .$dynamic();
}

const labelSql = ({ by, from }: Label) => {
  const columns = [from].flat();
  const value = Array.isArray(from)
    ? sql`json_object(${sql.join(
        columns.flatMap(({ name }) => [sql`${name}`, sql`l.${sql.identifier(name)}`]),
        sql`, `,
      )})`
    : sql`l.${sql.identifier(from.name)}`;
  const subquery = sql`(SELECT ${value} FROM ${columns[0]!.table} l WHERE l.id = ${by.table}.${sql.identifier(by.name)})`;
  return Array.isArray(from) ? subquery.mapWith(JSON.parse) : subquery;
};
