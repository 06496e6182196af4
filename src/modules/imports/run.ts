import { ownAreaCode } from "../contacts/own-area.ts";
import { and, eq, gt, gte, inArray, isNull, lte } from "drizzle-orm";
import type { ConnectionManager } from "../../channel/channel.ts";
import type { SendTransient } from "../../kit/db/audience.ts";
import { finishJob, type Job } from "../../kit/db/jobs.ts";
import { log, trace } from "../../kit/process/log.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { onChannel, connectedIds } from "../connections/on-channel.ts";
import { isChosenLine } from "./choice.ts";
import { examine, refusalOf } from "./each-row.ts";
import {
  finishImport,
  isAside,
  isPlanned,
  keepFor,
  planImport,
  remove,
  scheduleSweep,
} from "./imports.ts";
import { countsRepeated, type IdentifiersByNumber } from "./kind.ts";
import { kindNamed } from "./kinds/all.ts";
import { isRefused } from "./rows.ts";
import { rowsAfter, sliceSizes, type Table } from "./stored-rows.ts";
import { importRows, imports, type ImportRow, type Refusal } from "./table.ts";

export type ImportServices = { connectionManager: ConnectionManager; sendTransient: SendTransient };

type Running = typeof imports.$inferSelect;

/** Progress is announced in so many steps. */
const progressSteps = 100;

/** The pause (ms) between checks, so that the network is not asked too fast. */
const checkPause = 1000;

/**
 * Imports the next rows in one transaction; the job ends with the last. After a crash it goes on
 * from there.
 */
export async function importSlice(
  db: CompanyDb,
  { connectionManager, sendTransient }: ImportServices,
  job: Job,
) {
  await yieldToOthers(db);
  const id = Number(job.payload.importId);
  const before = db.select().from(imports).where(eq(imports.id, id)).get();
  if (before?.state === "cancelled") return deleteCancelledRows(db, before, job);
  if (before?.state !== "running") return void db.write((tx) => void finishJob(tx, job.id));

  if (!before.choice!.facts) return storeFacts(db, before);
  const sliceSize = before.choice!.validate ? sliceSizes.check : kindNamed(before.kind).slice;
  const rows = rowsAfter(db, before, before.cursor, sliceSize);
  const identifiers = before.choice!.validate
    ? await checkNumbers(db, connectionManager, before, rows)
    : new Map();
  const after = db.write((tx) => {
    const now = tx.select().from(imports).where(eq(imports.id, id)).get();
    // The user cancelled while the network was asked.
    if (now?.state !== "running") return undefined;
    const counts = importRowsOf(tx, now, rows, identifiers);
    const isLast = rows.length < sliceSize;
    if (isLast) {
      finishJob(tx, job.id);
      finishImport(tx, { ...now, ...counts });
    }
    return tx
      .update(imports)
      .set({
        ...counts,
        cursor: rows.at(-1)?.line ?? now.cursor,
        ...(isLast && { state: "done" as const }),
        ...updateTimestamps(db.now()),
      })
      .where(eq(imports.id, id))
      .returning()
      .get();
  });
  if (after && (after.state === "done" || progressStep(after) > progressStep(before)))
    sendProgress(db, sendTransient, after);
}

/**
 * Stores the facts of all rows before any is imported: imported rows are deleted. Of lines that
 * repeat a number the first gives the name; the others count only as done.
 */
async function storeFacts(db: CompanyDb, running: Running) {
  const { ambiguous: _, ...facts } = await examine(
    db,
    running,
    running.choice!,
    kindNamed(running.kind),
  );
  db.write(
    (tx) =>
      void tx
        .update(imports)
        .set({ choice: { ...running.choice!, facts } })
        .where(eq(imports.id, running.id))
        .run(),
  );
}

/** Deletes an import with all its rows. One that is running goes on, also where its job was lost. */
export async function sweep(db: CompanyDb, job: Job) {
  const id = Number(job.payload.importId);
  const { state } =
    db.select({ state: imports.state }).from(imports).where(eq(imports.id, id)).get() ?? {};
  if (state === "running" || state === "cancelled")
    return db.write((tx) => {
      // A job that was lost would leave it running for ever. One that was set aside is not made
      // anew: it would block the box again.
      const staysAside = state === "running" && isAside(tx, id);
      if (!isPlanned(tx, id) && !staysAside) planImport(tx, id);
      scheduleSweep(tx, id, keepFor.reading);
    });
  await remove(db, id);
  db.write((tx) => void finishJob(tx, job.id));
}

function importRowsOf(
  tx: Tx,
  running: Running,
  rows: ImportRow[],
  identifiers: IdentifiersByNumber,
) {
  const { targetId, userId, created, updated, duplicated, refused, done } = running;
  const kind = kindNamed(running.kind);
  const choice = { ...running.choice!, facts: running.choice!.facts! };
  const conflicts = new Set(choice.facts.conflicts);
  const isChosen = isChosenLine(choice, running.head);
  const areaCode = ownAreaCode(tx);
  const chosen = rows
    .filter(({ line }) => isChosen(line))
    .map(({ line, cells }) => {
      const row = kind.rowOf(cells, choice.mapping, choice.facts.decimals, areaCode);
      const refusal = isRefused(row) ? row : refusalOf(tx, line, row, choice, kind, conflicts);
      return { line, row, refusal };
    });
  const refusedRows = chosen.flatMap(({ line, refusal }) => (refusal ? [{ line, refusal }] : []));
  const whole = chosen.filter(({ refusal }) => !refusal);
  const repeated = new Set(choice.facts.repeated);
  const isRepeated = new Set(
    countsRepeated(kind)
      ? whole.filter(({ line }) => repeated.has(line)).map(({ row }) => row)
      : [],
  );
  const saved = kind.save(
    tx,
    whole.map(({ row }) => row),
    {
      targetId,
      userId,
      identifiers,
      renames: (row) => choice.rename === true && !isRepeated.has(row),
      withoutCost: choice.withoutCost,
    },
  );
  saved.updated -= Math.min(saved.updated, isRepeated.size);

  deleteImportedRows(tx, running, rows, refusedRows, choice.headless);
  return {
    created: created + saved.created,
    updated: updated + saved.updated,
    duplicated: duplicated + saved.duplicated,
    refused: refused + refusedRows.length,
    done: done + chosen.length,
  };
}

/**
 * Deletes imported rows. Refused ones stay with their reason, and so does the line with the column
 * names.
 */
function deleteImportedRows(
  tx: Tx,
  { id, sheet, head }: Table,
  rows: ImportRow[],
  bad: { line: number; refusal: Refusal }[],
  headless: boolean,
) {
  const isHere = and(eq(importRows.importId, id), eq(importRows.sheet, sheet));
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return;
  for (const { line, refusal } of bad)
    tx.update(importRows)
      .set(refusal)
      .where(and(isHere, eq(importRows.line, line)))
      .run();
  tx.delete(importRows)
    .where(
      and(
        isHere,
        gte(importRows.line, first.line),
        lte(importRows.line, last.line),
        gt(importRows.line, headless ? head - 1 : head),
        isNull(importRows.reason),
      ),
    )
    .run();
}

/** Deletes the rows that a cancelled import did not reach, some at a time. */
function deleteCancelledRows(db: CompanyDb, cancelled: Running, job: Job) {
  const { id, sheet, cursor } = cancelled;
  const lines = rowsAfter(db, cancelled, cursor, sliceSizes.delete).map(({ line }) => line);
  db.write((tx) => {
    if (lines.length > 0)
      tx.delete(importRows)
        .where(
          and(
            eq(importRows.importId, id),
            eq(importRows.sheet, sheet),
            inArray(importRows.line, lines),
          ),
        )
        .run();
    else finishJob(tx, job.id);
  });
}

/**
 * The network's identifiers for the numbers of these rows; empty when it can't be asked.
 * rules.md#checked-numbers
 */
async function checkNumbers(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  { kind: name, choice }: Running,
  rows: ImportRow[],
): Promise<IdentifiersByNumber> {
  const kind = kindNamed(name);
  const areaCode = ownAreaCode(db);
  const people = rows
    .map(({ cells }) => kind.rowOf(cells, choice!.mapping, choice!.facts!.decimals, areaCode))
    .filter((row) => !isRefused(row));
  const [connection] = connectedIds(db, "check");
  if (people.length === 0 || connection === undefined) return new Map();
  try {
    const numbers = [...new Set(people.map((row) => kind.numberOf(row)))];
    const identifiers = await onChannel(db, connectionManager, connection, (channel) =>
      channel.check(numbers),
    );
    await Bun.sleep(checkPause);
    return identifiers;
  } catch (thrown) {
    log("warn", "import check", { company: db.company, connection, ...trace(thrown) });
    return new Map();
  }
}

const progressStep = ({ done, total }: Running) =>
  Math.floor((done / Math.max(1, total)) * progressSteps);

function sendProgress(
  db: CompanyDb,
  sendTransient: SendTransient,
  { choice: _choice, cursor: _cursor, head: _head, ...visible }: Running,
) {
  const event = visible.kind === "contacts" ? "contactImport" : "import";
  if (visible.userId !== null)
    sendTransient(
      db.company,
      { event, action: "update", [event]: visible },
      { to: "user", userId: visible.userId },
    );
}

const restedAt = new WeakMap<CompanyDb, number>();

/**
 * Pauses as long as the last slice took: half of the time is for others, however slow the machine.
 */
async function yieldToOthers(db: CompanyDb) {
  const busy = performance.now() - (restedAt.get(db) ?? performance.now());
  await Bun.sleep(Math.min(50, Math.ceil(busy) + 1));
  restedAt.set(db, performance.now());
}
