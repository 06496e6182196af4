import { asc, count, eq, like, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Permission, PlanFlag } from "../shared.ts";
import { Fault } from "./fault.ts";
import { idParam, listQuery } from "./fields.ts";
import { routes } from "./http.ts";
import type { Store, Tx } from "./store.ts";
import { born, touched } from "./table.ts";
import { anywhere } from "./text.ts";

export const pageSize = 20;

type NounTable = SQLiteTable & { id: SQLiteColumn; createdAt: SQLiteColumn; updatedAt: SQLiteColumn };

/** A noun that is nothing but a list, a form and a delete. The options are a closed list: who needs more writes the verbs. */
export type Noun<Table extends NounTable, Body extends z.ZodRawShape> = {
  /** Path and permission; its singular names the event and the payload. */
  name: string;
  table: Table;
  body: Body;
  search: SQLiteColumn[];
  order?: SQL;
  plan?: PlanFlag;
  /** The list's key in an answer, `name` if not said. */
  envelope?: string;
  /** Throws a conflict when the row is still needed. */
  mayRemove?: (tx: Tx, id: number) => void;
};

/** `GET / · /list · /:id`, `POST /`, `PUT /:id`, `DELETE /:id`, with their permissions and events. */
export function crud<Table extends NounTable, Body extends z.ZodRawShape>(noun: Noun<Table, Body>) {
  const body = z.object(noun.body);
  const read = { can: `${noun.name}.read` as Permission, ...(noun.plan && { plan: noun.plan }) };
  const write = { can: `${noun.name}.write` as Permission, ...(noun.plan && { plan: noun.plan }) };
  nouns.push(noun as unknown as Noun<any, any>);
  return routes(`/${noun.name}`)
    .get("/", ({ store, query }) => list(store, noun, query), { ...read, query: listQuery })
    .get("/list", ({ store }) => all(store, noun), read)
    .get("/:id", ({ store, params }) => find(store, noun, params.id), { ...read, params: idParam })
    .post("/", ({ store, body, set }) => {
      set.status = 201;
      return create(store, noun, body as z.infer<typeof noun.body & any>);
    }, { ...write, body })
    .put("/:id", ({ store, params, body }) => update(store, noun, params.id, body as Record<string, unknown>), { ...write, params: idParam, body: body.partial() })
    .delete("/:id", ({ store, params }) => remove(store, noun, params.id), { ...write, params: idParam });
}

/** Every noun made by `crud`, for the test that walks them all. */
export const nouns: Noun<any, any>[] = [];

/** One page of twenty: `{[envelope], hasMore, count}`. */
export function list(store: Store, noun: Noun<any, any>, { searchParam, pageNumber }: z.infer<typeof listQuery>) {
  const found = searchParam ? or(...noun.search.map((column) => like(column, sql`${anywhere(searchParam)} ESCAPE '\\'`))) : undefined;
  const offset = (pageNumber - 1) * pageSize;
  const rows = store.db.select().from(noun.table).where(found).orderBy(noun.order ?? asc(noun.search[0]!)).limit(pageSize).offset(offset).all();
  const [total] = store.db.select({ count: count() }).from(noun.table).where(found).all();
  return { [noun.envelope ?? noun.name]: rows, hasMore: total!.count > offset + rows.length, count: total!.count };
}

/** All rows, for the choices of a form. */
export function all(store: Store, noun: Noun<any, any>) {
  return store.db.select().from(noun.table).orderBy(noun.order ?? asc(noun.search[0]!)).limit(5000).all();
}

/** One row. Throws missing. */
export function find(store: Store, noun: Noun<any, any>, id: number) {
  const [row] = store.db.select().from(noun.table).where(eq(noun.table.id, id)).all();
  if (!row) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
  return row;
}

/** A new row, told to everyone. Throws a conflict on a taken name. */
export function create(store: Store, noun: Noun<any, any>, values: Record<string, unknown>) {
  return store.write((tx, emit) => {
    const [row] = tx.insert(noun.table).values({ ...values, ...born(store.now()) }).returning().all() as [Record<string, unknown>];
    emit(eventOf(noun), "create", { [eventOf(noun)]: row }, { to: "everyone" });
    return row;
  });
}

/** The row with the given fields changed. Throws missing, or a conflict on a taken name. */
export function update(store: Store, noun: Noun<any, any>, id: number, values: Record<string, unknown>) {
  return store.write((tx, emit) => {
    const [row] = tx.update(noun.table).set({ ...values, ...touched(store.now()) }).where(eq(noun.table.id, id)).returning().all() as Record<string, unknown>[];
    if (!row) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
    emit(eventOf(noun), "update", { [eventOf(noun)]: row }, { to: "everyone" });
    return row;
  });
}

/** Removes the row. Throws missing, or what `mayRemove` throws. */
export function remove(store: Store, noun: Noun<any, any>, id: number) {
  return store.write((tx, emit) => {
    noun.mayRemove?.(tx, id);
    const row = tx.delete(noun.table).where(eq(noun.table.id, id)).returning().get();
    if (!row) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
    emit(eventOf(noun), "delete", { [`${eventOf(noun)}Id`]: id }, { to: "everyone" });
    return {};
  });
}

const eventOf = (noun: Noun<any, any>) => noun.name.replace(/s$/, "");
