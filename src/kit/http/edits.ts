import { eq, getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { bounded } from "./fields.ts";
import { Fault } from "../fault.ts";
import type { Me } from "../db/audience.ts";
import type { Control, CompanyDb } from "../db/company-db.ts";

type EditedTable = SQLiteTable & { id: SQLiteColumn; updatedAt: SQLiteColumn };

/**
 * The row that a route changes. `find` throws when the caller may not see it. `control`: it is in
 * the control file. `own`: the id, where no parameter names it. `isTouched`: the box moves its
 * `updatedAt` too, so only changes by people count.
 */
export type Edits = {
  table: EditedTable;
  find?: (db: CompanyDb, me: Me, id: number) => unknown;
  control?: boolean;
  own?: (context: EditContext) => number;
  isTouched?: boolean;
};

/**
 * `updatedAt` of a row as the client read it: an edit never overwrites another user's change.
 * rules.md#edits
 */
export const asRead = {
  updatedAt: bounded(40)
    .refine((text) => !Number.isNaN(Date.parse(text)), "invalid")
    .nullish(),
};

/** A body with `updatedAt`. */
export function withAsRead(body: z.ZodType): z.ZodType {
  if (body instanceof z.ZodObject) return body.safeExtend(asRead);
  if (body instanceof z.ZodOptional) return withAsRead(body.unwrap() as z.ZodType).optional();
  throw new Error("A route that edits a row takes an object");
}

type Row = { id: number; updatedAt: Date; [column: string]: unknown };
type EditContext = {
  db: CompanyDb;
  control: Control;
  me: Me;
  params: { id: number };
  body?: Record<string, unknown> & { updatedAt?: string | null };
};
type Handler = (context: EditContext) => unknown;

/**
 * A handler that refuses to change a row that was changed since the caller read it. The conflict
 * names the fields that differ. It notes its own changes, and handles one edit of a row at a time.
 * rules.md#edits
 */
export function editing(edits: Edits, handler: Handler): Handler {
  const { table, control, own, find } = edits;
  const run: Handler = (context) => {
    const home = control ? context.control : context.db;
    const id = own ? own(context) : context.params.id;
    const key = `${getTableName(table)} ${id}`;
    const log = logOf(home);
    const earlier = log.pending.get(key);
    if (earlier) return earlier.then(() => run(context));
    find?.(context.db, context.me, id);
    const read = () => home.select().from(table).where(eq(table.id, id)).get() as Row | undefined;
    const before = read();
    const { updatedAt, ...body } = context.body ?? {};
    if (before && updatedAt) refuseStale(edits, log.of(key), before, Date.parse(updatedAt), body);
    if (context.body) context.body = body;
    const note = () => {
      const after = read();
      if (before && after) log.add(key, after.updatedAt.getTime(), changedIn(before, after, body));
    };
    const result = handler(context);
    if (!(result instanceof Promise)) {
      note();
      return result;
    }
    // The caller gets the error; the next edit only waits.
    const settled = result
      .then(note)
      .catch(() => undefined)
      .finally(() => log.pending.delete(key));
    log.pending.set(key, settled);
    return result;
  };
  return run;
}

function refuseStale(
  { table, isTouched }: Edits,
  noted: Noted[],
  now: Row,
  read: number,
  body: Record<string, unknown>,
) {
  const later = noted.filter(({ at }) => at > read);
  if (isTouched ? later.length === 0 : now.updatedAt.getTime() === read) return;
  const names = new Set(later.flatMap(({ names }) => names));
  // A change by something other than an edit notes no names.
  if (names.size === 0)
    for (const name of Object.keys(body))
      if (name in getTableColumns(table) && !isSame(now[name], body[name])) names.add(name);
  throw new Fault("conflict", "ERR_CHANGED", {
    message:
      "Outra pessoa alterou este registro enquanto você o editava. Abra-o de novo para ver o que mudou",
    details: { changed: [...names], updatedAt: now.updatedAt },
  });
}

/** The columns that differ, and the other fields that were sent. */
const changedIn = (before: Row, after: Row, body: Record<string, unknown>) => [
  ...Object.keys(after).filter(
    (name) => name !== "updatedAt" && !isSame(before[name], after[name]),
  ),
  ...Object.keys(body).filter((name) => !(name in after)),
];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Noted = { at: number; names: string[] };

/** The log holds the last edits of so many rows, and so many edits of each. */
const most = { rows: 1000, edits: 20 };

class EditLog {
  /** Edits that have begun, by row. */
  readonly pending = new Map<string, Promise<unknown>>();
  #byRow = new Map<string, Noted[]>();

  of(key: string): Noted[] {
    return this.#byRow.get(key) ?? [];
  }

  add(key: string, at: number, names: string[]) {
    const noted = [...this.of(key), { at, names }].slice(-most.edits);
    this.#byRow.delete(key);
    this.#byRow.set(key, noted);
    if (this.#byRow.size > most.rows) this.#byRow.delete(this.#byRow.keys().next().value!);
  }
}

const logs = new WeakMap<object, EditLog>();

function logOf(home: object): EditLog {
  const log = logs.get(home) ?? new EditLog();
  logs.set(home, log);
  return log;
}
