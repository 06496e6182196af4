import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, ne } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded } from "../../kit/fields.ts";
import type { Upload } from "../../kit/files.ts";
import { clearQueue, planJob } from "../../kit/jobs.ts";
import type { Db, Store, Tx } from "../../kit/store.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/table.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { extraInfo } from "../contacts/fields.ts";
import { guessMapping, isContact } from "./guess-mapping.ts";
import { kindNamed } from "./kinds/all.ts";
import type { ImportKind } from "./kind.ts";
import { limits } from "./limits.ts";
import { rowsIn, unreadable } from "./reader.ts";
import {
  importRows,
  imports,
  type Choice,
  type Import,
  type ImportRow,
  type ReadFile,
} from "./table.ts";

/**
 * How many rows are previewed, checked or deleted before others have a turn. A kind says how many
 * are imported.
 */
export const sliceSizes = { preview: 200, check: 25, delete: 1000 };

/** The most numbers that the network is asked about for one file: more looks like spam. */
const maxChecked = 1000;

/**
 * How long (ms) reading a file may take, and how long its rows are kept: an erased contact must not
 * live on in them.
 */
const keepFor = { reading: 10 * 60_000, read: 86_400_000 };

const page = 20;

const column = z
  .number()
  .int()
  .min(0)
  .max(limits.columns - 1);
const mapping = z.object({
  name: column.nullish().transform(orNull),
  number: column.nullish().transform(orNull),
  email: column.nullish().transform(orNull),
  tags: column.nullish().transform(orNull),
  fields: arrayOf(z.object({ column, name: bounded(200) }), limits.columns).default([]),
});
export const choiceBody = z.object({
  mapping,
  headless: z.boolean().default(false),
  validate: z.boolean().default(false),
  rename: z.boolean().default(false),
  lines: arrayOf(z.number().int().positive(), 5000).default([]),
  only: z.boolean().default(false),
});

/** What a row keeps of a choice, and of a line of the file. */
export const storedChoice = choiceBody.extend({
  repeated: arrayOf(z.number().int().positive(), limits.rows).optional(),
});
export const storedCells = arrayOf(
  z.union([z.string().max(limits.cell), z.number(), z.null()]),
  limits.columns,
);

const { choice: _choice, cursor: _cursor, ...columns } = getTableColumns(imports);

/** What a file's rows become, and the list that they go into, where there is one. */
export type Target = { kind: string; targetId: number | null };
const contacts: Target = { kind: "contacts", targetId: null };

/**
 * Reads an uploaded file, in place of an earlier one that the user did not import. If it can't be
 * read to its end nothing is kept. Throws invalid. rules.md#imports
 */
export async function read(
  store: Store,
  me: Me,
  upload: Upload,
  target: Target = contacts,
): Promise<ReadFile> {
  if (!/\.(xlsx?|csv|txt)$/i.test(upload.name)) throw unreadable("file");
  for (const { id } of store.db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.userId, me.id), eq(imports.state, "read")))
    .all())
    await deleteImport(store, id);
  const id = createImport(store, me, upload.name, target);
  try {
    const { width, total } = await storeRows(store, id, upload.path);
    store.write((tx) => {
      tx.update(imports)
        .set({ state: "read", width, total, ...updateTimestamps(store.now()) })
        .where(eq(imports.id, id))
        .run();
      scheduleSweep(tx, id);
    });
  } catch (thrown) {
    await deleteImport(store, id);
    throw thrown;
  }
  return findRead(store, me, id);
}

/** A file that was read, with guessed columns. Throws missing. */
export function findRead(store: Store, me: Me, id: number): ReadFile {
  const found = find(store.db, me, id);
  const [first, ...sample] = rowsOf(store.db, id).orderBy(asc(importRows.line)).limit(6).all();
  const head = first?.cells ?? [];
  const headless = isContact(head);
  const samples = (headless && first ? [first, ...sample] : sample).map(({ cells }) => cells);
  const mapping = kindNamed(found.kind).guess?.(head) ?? guessMapping(head, samples);
  return {
    ...found,
    head,
    headless,
    mapping,
    samples: Array.from({ length: Math.min(found.width, limits.columns) }, (_, column) =>
      samples.slice(0, 3).map((cells) => cells[column] ?? ""),
    ),
  };
}

/** A user's import by its id. Throws missing, also for another's. */
export function find(db: Db | Tx, me: Me, id: number): Import {
  return (
    db
      .select(columns)
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.userId, me.id), ne(imports.state, "reading")))
      .get() ?? missing()
  );
}

/** A user's last import, for a page that is opened again. */
export const latest = (store: Store, me: Me, target: Target = contacts): Import | undefined =>
  store.db
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

export const rowsQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
  refused: z.enum(["true", "false"]).default("false"),
});

/** One page of an import's rows, or of the refused ones. Throws missing. */
export function rowsPage(
  store: Store,
  me: Me,
  id: number,
  { pageNumber, refused }: z.infer<typeof rowsQuery>,
) {
  const { total, refused: count } = find(store.db, me, id);
  const all = refused === "true" ? count : total;
  const rows = rowsOf(store.db, id, refused === "true" ? isNotNull(importRows.reason) : undefined)
    .orderBy(asc(importRows.line))
    .limit(page)
    .offset((pageNumber - 1) * page)
    .all();
  return { rows, count: all, hasMore: all > (pageNumber - 1) * page + rows.length };
}

/**
 * Starts importing the rows in the background. Throws missing, a conflict when it was started
 * before, and invalid for an impossible choice.
 */
export function start(store: Store, me: Me, id: number, body: z.infer<typeof choiceBody>): Import {
  return store.write((tx) => {
    const { state, width, kind } = find(tx, me, id);
    if (state !== "read")
      throw new Fault("conflict", "ERR_IMPORT_STARTED", { message: "Esta importação já começou" });
    const choice = validChoice(body, width, kindNamed(kind));
    const total = countOf(tx, id, choice);
    if (total === 0) throw refusedChoice(...kindNamed(kind).missing.rows, "lines");
    if (choice.validate && total > maxChecked)
      throw new Fault("invalid", "ERR_IMPORT_VALIDATE", {
        message: `Só até ${maxChecked} números por vez podem ser verificados no WhatsApp`,
        fields: { validate: "invalid" },
        details: { most: maxChecked },
      });
    clearQueue(tx, sweepQueueKey(id));
    planJob(tx, {
      kind: "contactImport",
      queueKey: "contactImport",
      runAt: store.now(),
      payload: { importId: id },
    });
    return tx
      .update(imports)
      .set({ state: "running", choice, total, ...updateTimestamps(store.now()) })
      .where(eq(imports.id, id))
      .returning(columns)
      .get()!;
  });
}

/**
 * Reads a file with the usual column names and imports all its rows. Nothing is kept when that
 * fails. Throws what `read` and `start` throw. rules.md#imports
 */
export async function readAndStart(
  store: Store,
  me: Me,
  upload: Upload,
  target: Target = contacts,
): Promise<Import> {
  const { id, mapping, headless } = await read(store, me, upload, target);
  try {
    return start(store, me, id, choiceBody.parse({ mapping, headless }));
  } catch (thrown) {
    await deleteImport(store, id);
    throw thrown;
  }
}

/**
 * Cancels a running import: contacts that it made stay. Deletes one that has ended. Throws missing.
 */
export async function cancel(store: Store, me: Me, id: number): Promise<Import | undefined> {
  const { state } = find(store.db, me, id);
  if (state !== "running") return void (await deleteImport(store, id));
  return store.write((tx) => {
    const ended = tx
      .update(imports)
      .set({ state: "cancelled", ...updateTimestamps(store.now()) })
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

/** A choice that fits the file. Throws invalid. */
export function validChoice(
  { mapping, ...rest }: z.infer<typeof choiceBody>,
  width: number,
  { needsName, needsNumber, missing }: Pick<ImportKind, "needsName" | "needsNumber" | "missing">,
): Choice {
  if (mapping.number === null && needsNumber !== false)
    throw refusedChoice(
      "ERR_IMPORT_NO_NUMBER",
      "Não foi selecionado o campo de número do contato",
      "number",
    );
  if (mapping.name === null && needsName) throw refusedChoice(...missing.name, "name");
  const fields = extraInfo.safeParse(mapping.fields.map(({ name }) => ({ name, value: "" })));
  if (!fields.success) throw invalidFields({ fields: fields.error.issues[0]!.message });
  const usedColumns = [
    mapping.name,
    mapping.number,
    mapping.email,
    mapping.tags,
    ...mapping.fields.map((field) => field.column),
  ].filter((one) => one !== null);
  if (new Set(usedColumns).size < usedColumns.length)
    throw refusedChoice("ERR_IMPORT_TWICE", "A mesma coluna foi escolhida duas vezes", "mapping");
  if (usedColumns.some((one) => one >= width)) throw invalidFields({ mapping: "invalid" });
  return {
    ...rest,
    mapping: {
      ...mapping,
      fields: mapping.fields.map(({ column }, index) => ({
        column,
        name: fields.data[index]!.name,
      })),
    },
  };
}

/** Whether a line is to be imported. */
export function isChosenLine(
  { headless, lines, only }: Choice,
  head: number,
): (line: number) => boolean {
  const named = new Set(lines);
  return (line) => (headless || line !== head) && named.has(line) === only;
}

/** The file's first line, which has the column names if there are any. */
export const headOf = (db: Db | Tx, id: number): number =>
  rowsOf(db, id).orderBy(asc(importRows.line)).limit(1).get()?.line ?? 0;

export const rowsOf = (db: Db | Tx, id: number, only?: Parameters<typeof and>[0]) =>
  db
    .select({ line: importRows.line, cells: importRows.cells, reason: importRows.reason })
    .from(importRows)
    .where(and(eq(importRows.importId, id), only));

export const rowsAfter = (db: Db | Tx, id: number, line: number, limit: number): ImportRow[] =>
  rowsOf(db, id, gt(importRows.line, line)).orderBy(asc(importRows.line)).limit(limit).all();

/** Deletes an import with its rows, some at a time. */
export async function deleteImport(store: Store, id: number) {
  while (deleteSomeRows(store, id)) await new Promise(setImmediate);
  store.write((tx) => {
    clearQueue(tx, sweepQueueKey(id));
    tx.delete(imports).where(eq(imports.id, id)).run();
  });
}

/** Deletes some of an import's rows. Returns whether there were any. */
function deleteSomeRows(store: Store, id: number): boolean {
  const lines = rowsOf(store.db, id)
    .limit(sliceSizes.delete)
    .all()
    .map(({ line }) => line);
  if (lines.length > 0)
    store.write(
      (tx) =>
        void tx
          .delete(importRows)
          .where(and(eq(importRows.importId, id), inArray(importRows.line, lines)))
          .run(),
    );
  return lines.length > 0;
}

/**
 * Schedules the deletion of an import, in place of an earlier schedule: after a day, if not said.
 */
export function scheduleSweep(tx: Tx, id: number, wait = keepFor.read) {
  clearQueue(tx, sweepQueueKey(id));
  planJob(tx, {
    kind: "contactImportSweep",
    queueKey: sweepQueueKey(id),
    runAt: tx.store.now() + wait,
    payload: { importId: id },
  });
}

const sweepQueueKey = (id: number) => `contactImportSweep:${id}`;

function createImport(store: Store, me: Me, name: string, target: Target): number {
  return store.write((tx) => {
    const { id } = tx
      .insert(imports)
      .values({ ...target, userId: me.id, name, ...insertTimestamps(store.now()) })
      .returning({ id: imports.id })
      .get();
    // In case the box stops while reading.
    scheduleSweep(tx, id, keepFor.reading);
    return id;
  });
}

async function storeRows(store: Store, importId: number, path: string) {
  let [width, total] = [0, 0];
  for await (const rows of rowsIn(path)) {
    width = Math.max(width, ...rows.map(({ cells }) => cells.length));
    total += rows.length;
    if (rows.length > 0)
      store.write(
        (tx) =>
          void tx
            .insert(importRows)
            .values(rows.map((row) => ({ ...row, importId })))
            .run(),
      );
  }
  return { width, total };
}

function countOf(tx: Tx, id: number, choice: Choice): number {
  const { total } = tx
    .select({ total: imports.total })
    .from(imports)
    .where(eq(imports.id, id))
    .get()!;
  const head = headOf(tx, id);
  const named = [...new Set(choice.lines)].filter((line) => choice.headless || line !== head);
  const known =
    named.length === 0
      ? 0
      : tx
          .select({ line: importRows.line })
          .from(importRows)
          .where(and(eq(importRows.importId, id), inArray(importRows.line, named)))
          .all().length;
  return choice.only ? known : total - known - (choice.headless ? 0 : 1);
}

const refusedChoice = (reason: string, message: string, field: string) =>
  new Fault("invalid", reason, { message, fields: { [field]: "required" } });

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

function missing(): never {
  throw new Fault("missing", "ERR_NOT_FOUND", { message: "Importação não encontrada" });
}
