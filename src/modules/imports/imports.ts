import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, ne } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { Fault, unfit } from "../../kit/fault.ts";
import { arrayOf, bounded } from "../../kit/fields.ts";
import type { Upload } from "../../kit/files.ts";
import { clear, plan } from "../../kit/jobs.ts";
import type { Db, Store, Tx } from "../../kit/store.ts";
import { born, touched } from "../../kit/table.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { extraInfo } from "../contacts/fields.ts";
import { guessMapping, isContact } from "./guess-mapping.ts";
import { limits } from "./limits.ts";
import { rowsIn, unreadable } from "./reader.ts";
import { importRows, imports, type Choice, type Import, type ImportRow, type ReadFile } from "./table.ts";

/** So many rows are looked at, taken, asked about or dropped at a time: in between others have their turn. */
export const sliceSizes = { looked: 200, taken: 25, asked: 25, dropped: 1000 };

/** The most numbers that a network is asked about for one file: who asks for many is taken for a spammer. */
const maxChecked = 1000;

/** How long (ms) a file may take to be read, and how long its rows are kept: who asks to be forgotten must not live on here. */
const keepFor = { reading: 10 * 60_000, read: 86_400_000 };

const page = 20;

const column = z.number().int().min(0).max(limits.columns - 1);
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
  lines: arrayOf(z.number().int().positive(), 5000).default([]),
  only: z.boolean().default(false),
});

const { choice: _choice, cursor: _cursor, ...columns } = getTableColumns(imports);

/** Reads a file for someone, in place of one that they did not go on with. Nothing of it stays when it can't be read to its end. Throws invalid. doc 3 §5 */
export async function read(store: Store, me: Me, upload: Upload): Promise<ReadFile> {
  if (!/\.(xlsx?|csv|txt)$/i.test(upload.name)) throw unreadable("file");
  for (const { id } of store.db.select({ id: imports.id }).from(imports).where(and(eq(imports.userId, me.id), eq(imports.state, "read"))).all()) await deleteImport(store, id);
  const id = createImport(store, me, upload.name);
  try {
    const { width, total } = await storeRows(store, id, upload.path);
    store.write((tx) => {
      tx.update(imports).set({ state: "read", width, total, ...touched(store.now()) }).where(eq(imports.id, id)).run();
      scheduleSweep(tx, id);
    });
  } catch (thrown) {
    await deleteImport(store, id);
    throw thrown;
  }
  return findRead(store, me, id);
}

/** What was read of a file. Throws missing. */
export function findRead(store: Store, me: Me, id: number): ReadFile {
  const found = find(store.db, me, id);
  const [first, ...sample] = rowsOf(store.db, id).orderBy(asc(importRows.line)).limit(6).all();
  const head = first?.cells ?? [];
  const headless = isContact(head);
  const samples = (headless && first ? [first, ...sample] : sample).map(({ cells }) => cells);
  return { ...found, head, headless, mapping: guessMapping(head, samples), samples: Array.from({ length: found.width }, (_, column) => samples.slice(0, 3).map((cells) => cells[column] ?? "")) };
}

/** Someone's import by its id. Throws missing, also for another's. */
export function find(db: Db | Tx, me: Me, id: number): Import {
  return db.select(columns).from(imports).where(and(eq(imports.id, id), eq(imports.userId, me.id), ne(imports.state, "reading"))).get() ?? missing();
}

/** Someone's last import, while its rows are kept: what a page that is opened again goes on with. */
export const latest = (store: Store, me: Me): Import | undefined =>
  store.db.select(columns).from(imports).where(and(eq(imports.userId, me.id), ne(imports.state, "reading"))).orderBy(desc(imports.id)).limit(1).get();

export const rowsQuery = z.object({ pageNumber: z.coerce.number().int().min(1).max(100_000).default(1), refused: z.enum(["true", "false"]).default("false") });

/** One page of an import's rows, or of those that were refused. Throws missing. */
export function rowsPage(store: Store, me: Me, id: number, { pageNumber, refused }: z.infer<typeof rowsQuery>) {
  const { total, refused: count } = find(store.db, me, id);
  const all = refused === "true" ? count : total;
  const rows = rowsOf(store.db, id, refused === "true" ? isNotNull(importRows.reason) : undefined).orderBy(asc(importRows.line)).limit(page).offset((pageNumber - 1) * page).all();
  return { rows, count: all, hasMore: all > (pageNumber - 1) * page + rows.length };
}

/** Makes contacts of an import's rows, from here on by itself. Throws missing, conflicts when that was begun before, and invalid where the choice is none. */
export function start(store: Store, me: Me, id: number, body: z.infer<typeof choiceBody>): Import {
  return store.write((tx) => {
    const { state, width } = find(tx, me, id);
    if (state !== "read") throw new Fault("conflict", "ERR_IMPORT_STARTED", { message: "Esta importação já começou" });
    const choice = validChoice(body, width);
    const total = countOf(tx, id, choice);
    if (total === 0) throw refusedChoice("ERR_IMPORT_NOBODY", "Nenhum contato selecionado", "lines");
    if (choice.validate && total > maxChecked) throw new Fault("invalid", "ERR_IMPORT_VALIDATE", { message: `Só até ${maxChecked} números por vez podem ser verificados no WhatsApp`, fields: { validate: "invalid" }, details: { most: maxChecked } });
    clear(tx, sweepQueueKey(id));
    plan(tx, { kind: "contactImport", lane: "contactImport", runAt: store.now(), payload: { importId: id } });
    return tx.update(imports).set({ state: "running", choice, total, ...touched(store.now()) }).where(eq(imports.id, id)).returning(columns).get()!;
  });
}

/** Reads a file whose columns are called as one would call them, and makes contacts of all its rows. Nothing of it stays when they are not. Throws what `read` and `start` throw. doc 4 §1.17 */
export async function readAndStart(store: Store, me: Me, upload: Upload): Promise<Import> {
  const { id, mapping, headless } = await read(store, me, upload);
  try {
    return start(store, me, id, choiceBody.parse({ mapping, headless }));
  } catch (thrown) {
    await deleteImport(store, id);
    throw thrown;
  }
}

/** Ends an import: whom it made contacts stays, and nothing else of it does. One that has ended already goes altogether. Throws missing. */
export async function cancel(store: Store, me: Me, id: number): Promise<Import | undefined> {
  const { state } = find(store.db, me, id);
  if (state !== "running") return void (await deleteImport(store, id));
  return store.write((tx) => {
    const ended = tx.update(imports).set({ state: "cancelled", ...touched(store.now()) }).where(eq(imports.id, id)).returning(columns).get()!;
    finishImport(tx, ended);
    return ended;
  });
}

/** An import takes no more rows: it is noted, told, and kept for a while. */
export function finishImport(tx: Tx, { id, userId, name, created, updated, refused }: Import) {
  scheduleSweep(tx, id);
  addAuditEntry(tx, { userId, action: "contactsImported", subject: `import ${id} ${name}`, details: { created, updated, refused } });
  // Thousands of new contacts are told once: each by itself would keep everyone's screen busy. doc 3 §4
  tx.emit("contact", "reload", {}, { to: "everyone" });
}

/** A choice that a file can follow. Throws invalid, with what stands in document 3 §8. */
export function validChoice({ mapping, ...rest }: z.infer<typeof choiceBody>, width: number): Choice {
  if (mapping.number === null) throw refusedChoice("ERR_IMPORT_NO_NUMBER", "Não foi selecionado o campo de número do contato", "number");
  if (mapping.name === null) throw refusedChoice("ERR_IMPORT_NO_NAME", "Não foi selecionado o campo de nome do contato", "name");
  const fields = extraInfo.safeParse(mapping.fields.map(({ name }) => ({ name, value: "" })));
  if (!fields.success) throw unfit({ fields: fields.error.issues[0]!.message });
  const usedColumns = [mapping.name, mapping.number, mapping.email, mapping.tags, ...mapping.fields.map((field) => field.column)].filter((one) => one !== null);
  if (new Set(usedColumns).size < usedColumns.length) throw refusedChoice("ERR_IMPORT_TWICE", "A mesma coluna foi escolhida duas vezes", "mapping");
  if (usedColumns.some((one) => one >= width)) throw unfit({ mapping: "invalid" });
  return { ...rest, mapping: { ...mapping, fields: mapping.fields.map(({ column }, index) => ({ column, name: fields.data[index]!.name })) } };
}

/** Says of a line whether it is to be taken. */
export function isChosenLine({ headless, lines, only }: Choice, head: number): (line: number) => boolean {
  const named = new Set(lines);
  return (line) => (headless || line !== head) && named.has(line) === only;
}

/** The line that names the columns, where one does. */
export const headOf = (db: Db | Tx, id: number): number => rowsOf(db, id).orderBy(asc(importRows.line)).limit(1).get()?.line ?? 0;

export const rowsOf = (db: Db | Tx, id: number, only?: Parameters<typeof and>[0]) =>
  db.select({ line: importRows.line, cells: importRows.cells, reason: importRows.reason }).from(importRows).where(and(eq(importRows.importId, id), only));

export const rowsAfter = (db: Db | Tx, id: number, line: number, most: number): ImportRow[] => rowsOf(db, id, gt(importRows.line, line)).orderBy(asc(importRows.line)).limit(most).all();

/** Takes an import away with its rows, a slice at a time. */
export async function deleteImport(store: Store, id: number) {
  while (deleteSomeRows(store, id)) await new Promise(setImmediate);
  store.write((tx) => {
    clear(tx, sweepQueueKey(id));
    tx.delete(imports).where(eq(imports.id, id)).run();
  });
}

/** Takes a slice of an import's rows away. Whether there was one. */
function deleteSomeRows(store: Store, id: number): boolean {
  const lines = rowsOf(store.db, id).limit(sliceSizes.dropped).all().map(({ line }) => line);
  if (lines.length > 0) store.write((tx) => void tx.delete(importRows).where(and(eq(importRows.importId, id), inArray(importRows.line, lines))).run());
  return lines.length > 0;
}

/** An import goes so many ms from now, and not before: a day, if not said. */
export function scheduleSweep(tx: Tx, id: number, wait = keepFor.read) {
  clear(tx, sweepQueueKey(id));
  plan(tx, { kind: "contactImportSweep", lane: sweepQueueKey(id), runAt: tx.store.now() + wait, payload: { importId: id } });
}

const sweepQueueKey = (id: number) => `contactImportSweep:${id}`;

function createImport(store: Store, me: Me, name: string): number {
  return store.write((tx) => {
    const { id } = tx.insert(imports).values({ userId: me.id, name, ...born(store.now()) }).returning({ id: imports.id }).get();
    // Where the box ends in the middle of it.
    scheduleSweep(tx, id, keepFor.reading);
    return id;
  });
}

async function storeRows(store: Store, importId: number, path: string) {
  let [width, total] = [0, 0];
  for await (const rows of rowsIn(path)) {
    width = Math.max(width, ...rows.map(({ cells }) => cells.length));
    total += rows.length;
    if (rows.length > 0) store.write((tx) => void tx.insert(importRows).values(rows.map((row) => ({ ...row, importId }))).run());
  }
  return { width, total };
}

function countOf(tx: Tx, id: number, choice: Choice): number {
  const { total } = tx.select({ total: imports.total }).from(imports).where(eq(imports.id, id)).get()!;
  const head = headOf(tx, id);
  const named = [...new Set(choice.lines)].filter((line) => choice.headless || line !== head);
  const known = named.length === 0 ? 0 : tx.select({ line: importRows.line }).from(importRows).where(and(eq(importRows.importId, id), inArray(importRows.line, named))).all().length;
  return choice.only ? known : total - known - (choice.headless ? 0 : 1);
}

const refusedChoice = (reason: string, message: string, field: string) => new Fault("invalid", reason, { message, fields: { [field]: "required" } });

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

function missing(): never {
  throw new Fault("missing", "ERR_NOT_FOUND", { message: "Importação não encontrada" });
}
