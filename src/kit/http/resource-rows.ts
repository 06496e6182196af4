import { and, asc, eq, getTableColumns, is, isNull, SQL, sql } from "drizzle-orm";
import { matching, notFound, page } from "../db/page.ts";
import { pictureFile, withPicture } from "./picture.ts";
import type { Db } from "../db/queried-file.ts";
import type { CompanyDb } from "../db/company-db.ts";
import type { Label, Resource } from "./resource.ts";
import { query } from "../db/query.ts";

type ResourceRow = { id: number; [column: string]: unknown };

export type Narrowed = { [filter: string]: unknown };
export type Query = { searchParam: string; pageNumber: number } & Narrowed;

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

/** A query for one row of each resource, built once. */
const byId = new WeakMap<Resource, ReturnType<typeof rowQuery>>();

const rowQuery = (resource: Resource) =>
  query((db) =>
    rowsOf(db, resource).where(
      and(eq(resource.table.id, sql.placeholder("id")), notDeleted(resource)),
    ),
  );

export function findIn(db: CompanyDb, resource: Resource, id: number) {
  const query = byId.get(resource) ?? rowQuery(resource);
  byId.set(resource, query);
  const row = query(db).get({ id });
  if (!row) throw notFound();
  return row;
}

export const visible = (db: CompanyDb, { picture }: Resource, row: Record<string, unknown>) =>
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
