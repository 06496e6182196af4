import { and, desc, eq, getTableColumns, gte, isNotNull, ne } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { clearQueue, hasJob, movedAside, planJob } from "../../kit/db/jobs.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { isSetAside, workOf } from "../../kit/process/current-work.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { chosenTable, countOf, refusedChoice, validChoice, type ChoiceBody } from "./choice.ts";
import { kindNamed } from "./kinds/all.ts";
import { deleteRows, rowsOf, tableOf } from "./stored-rows.ts";
import { importRows, imports, type Import } from "./table.ts";

/** The most numbers that the network is asked about for one file: more looks like spam. */
const maxChecked = 1000;

/**
 * How long (ms) reading a file may take, and how long its rows are kept: an erased contact must not
 * live on in them.
 */
export const keepFor = { reading: 10 * 60_000, read: 86_400_000 };

const page = 20;

const importJob = "contactImport";

const { choice: _choice, cursor: _cursor, head: _head, ...columns } = getTableColumns(imports);

/** The kind of rows in a file, and the list that they go into, where there is one. */
export type Target = { kind: string; targetId: number | null };
export const contactsTarget: Target = { kind: "contacts", targetId: null };

/** A user's import by its id. Throws missing, also for another's. */
export function find(db: Db, me: Me, id: number): Import {
  return (
    db
      .select(columns)
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.userId, me.id), ne(imports.state, "reading")))
      .get() ?? missing()
  );
}

/** An import as its page shows it. `isSetAside`: it blocked the box three times, and waits. */
export type ImportProgress = Import & { isSetAside: boolean };

/** How far a user's import is. Throws missing, also for another's. */
export const progress = (db: CompanyDb, me: Me, id: number): ImportProgress =>
  withSetAside(db, find(db, me, id));

function withSetAside(db: CompanyDb, one: Import): ImportProgress {
  const aside = one.state === "running" ? movedAside(db, importJob, { importId: one.id }) : [];
  return {
    ...one,
    isSetAside: aside.some(({ id }) => isSetAside(workOf("job", importJob, db.company, id))),
  };
}

/** A user's last import, for a page that is opened again. */
export function latest(
  db: CompanyDb,
  me: Me,
  target: Target = contactsTarget,
): ImportProgress | undefined {
  const one = db
    .select(columns)
    .from(imports)
    .where(
      and(
        eq(imports.userId, me.id),
        ne(imports.state, "reading"),
        eq(imports.kind, target.kind),
        target.targetId === null ? undefined : eq(imports.targetId, target.targetId),
      ),
    )
    .orderBy(desc(imports.id))
    .limit(1)
    .get();
  return one && withSetAside(db, one);
}

export const rowsQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
  refused: z.enum(["true", "false"]).default("false"),
});

/** One page of an import's rows, or of the refused ones. Throws missing. */
export function rowsPage(
  db: CompanyDb,
  me: Me,
  id: number,
  { pageNumber, refused }: z.infer<typeof rowsQuery>,
) {
  const { total, refused: count } = find(db, me, id);
  const table = tableOf(db, id);
  const all = refused === "true" ? count : total;
  const rows = rowsOf(
    db,
    table,
    refused === "true" ? isNotNull(importRows.reason) : gte(importRows.line, table.head),
  )
    .limit(page)
    .offset((pageNumber - 1) * page)
    .all();
  return { rows, count: all, hasMore: all > (pageNumber - 1) * page + rows.length };
}

/**
 * Starts importing the rows in the background. Throws missing, a conflict when it was started
 * before, and invalid for an impossible choice.
 */
export function start(db: CompanyDb, me: Me, id: number, body: ChoiceBody): Import {
  return db.write((tx) => {
    const { state, sheets, width, kind } = find(tx, me, id);
    if (state !== "read") throw alreadyStarted();
    const table = chosenTable({ ...tableOf(tx, id), sheets }, body);
    const sheetWidth = sheets[table.sheet]?.width ?? width;
    const choice = validChoice(body, sheetWidth, kindNamed(kind));
    const total = countOf(tx, table, choice);
    if (total === 0) throw refusedChoice(...kindNamed(kind).missing.rows, "lines");
    if (choice.validate && total > maxChecked)
      throw new Fault("invalid", "ERR_IMPORT_VALIDATE", {
        message: `Só até ${maxChecked} números por vez podem ser verificados no WhatsApp`,
        fields: { validate: "invalid" },
        details: { most: maxChecked },
      });
    scheduleSweep(tx, id, keepFor.reading);
    planImport(tx, id);
    return tx
      .update(imports)
      .set({
        state: "running",
        choice,
        total,
        width: sheetWidth,
        sheet: table.sheet,
        head: table.head,
        cursor: table.head - 1,
        ...updateTimestamps(db.now()),
      })
      .where(eq(imports.id, id))
      .returning(columns)
      .get()!;
  });
}

/** Plans the job that imports the rows. */
export function planImport(tx: Tx, id: number) {
  planJob(tx, {
    kind: importJob,
    queueKey: importJob,
    runAt: tx.now(),
    payload: { importId: id },
  });
}

/** Whether an import has its job. */
export const isPlanned = (tx: Tx, id: number): boolean => hasJob(tx, importJob, { importId: id });

/** Whether an import's job was moved aside, since it blocked the box. */
export const isAside = (tx: Tx, id: number): boolean =>
  movedAside(tx, importJob, { importId: id }).length > 0;

export const alreadyStarted = () =>
  new Fault("conflict", "ERR_IMPORT_STARTED", { message: "Esta importação já começou" });

/** Deletes an import with its rows. Nobody sees it from the first on, even if the box stops. */
export async function remove(db: CompanyDb, id: number) {
  db.write((tx) => {
    tx.update(imports).set({ state: "reading" }).where(eq(imports.id, id)).run();
    scheduleSweep(tx, id, keepFor.reading);
  });
  await deleteRows(db, id);
  db.write((tx) => {
    clearQueue(tx, sweepQueueKey(id));
    tx.delete(imports).where(eq(imports.id, id)).run();
  });
}

/**
 * Cancels a running import: contacts that it made stay. Deletes one that has ended. Throws missing.
 */
export async function cancel(db: CompanyDb, me: Me, id: number): Promise<Import | undefined> {
  const { state } = find(db, me, id);
  if (state !== "running") return void (await remove(db, id));
  return db.write((tx) => {
    const ended = tx
      .update(imports)
      .set({ state: "cancelled", ...updateTimestamps(db.now()) })
      .where(eq(imports.id, id))
      .returning(columns)
      .get()!;
    finishImport(tx, ended);
    return ended;
  });
}

/** Ends an import: it is recorded in the audit, announced, and kept for a while. */
export function finishImport(
  tx: Tx,
  { id, userId, name, kind, targetId, created, updated, duplicated, refused }: Import,
) {
  scheduleSweep(tx, id);
  addAuditEntry(tx, {
    userId,
    action: "contactsImported",
    subject: `import ${id} ${name}`,
    details: {
      created,
      updated,
      refused,
      ...(duplicated > 0 && { duplicated }),
      ...(kind !== "contacts" && { kind }),
    },
  });
  kindNamed(kind).announce(tx, { targetId });
}

/**
 * Schedules the deletion of an import, in place of an earlier schedule: after a day, if not said.
 */
export function scheduleSweep(tx: Tx, id: number, wait = keepFor.read) {
  clearQueue(tx, sweepQueueKey(id));
  planJob(tx, {
    kind: "contactImportSweep",
    queueKey: sweepQueueKey(id),
    runAt: tx.now() + wait,
    payload: { importId: id },
  });
}

const sweepQueueKey = (id: number) => `contactImportSweep:${id}`;

function missing(): never {
  throw new Fault("missing", "ERR_NOT_FOUND", { message: "Importação não encontrada" });
}
