import { and, eq, gt, gte, inArray, isNull, lte } from "drizzle-orm";
import type { ConnectionManager } from "../../channel/channel.ts";
import type { SendTransient } from "../../kit/audience.ts";
import { finishJob, type Job } from "../../kit/jobs.ts";
import { log, trace } from "../../kit/log.ts";
import type { Store, Tx } from "../../kit/store.ts";
import { updateTimestamps } from "../../kit/table.ts";
import { onChannel, connectedIds } from "../connections/on-channel.ts";
import { repeatedLines } from "./each-row.ts";
import {
  finishImport,
  deleteImport,
  headOf,
  isChosenLine,
  rowsAfter,
  sliceSizes,
  scheduleSweep,
} from "./imports.ts";
import { countsRepeated, type IdentifiersByNumber } from "./kind.ts";
import { kindNamed } from "./kinds/all.ts";
import { importRows, imports, type ImportRow, type RowReason } from "./table.ts";

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
  store: Store,
  { connectionManager, sendTransient }: ImportServices,
  job: Job,
) {
  await yieldToOthers(store);
  const id = Number(job.payload.importId);
  const before = store.db.select().from(imports).where(eq(imports.id, id)).get();
  if (before?.state === "cancelled") return deleteCancelledRows(store, before, job);
  if (before?.state !== "running") return void store.write((tx) => void finishJob(tx, job.id));

  if (!before.choice!.repeated && countsRepeated(kindNamed(before.kind)))
    return storeRepeated(store, before);
  const sliceSize = before.choice!.validate ? sliceSizes.check : kindNamed(before.kind).slice;
  const rows = rowsAfter(store.db, id, before.cursor, sliceSize);
  const identifiers = before.choice!.validate
    ? await checkNumbers(store, connectionManager, before, rows)
    : new Map();
  const after = store.write((tx) => {
    const now = tx.select().from(imports).where(eq(imports.id, id)).get();
    // Cancelled while the network was asked.
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
        ...updateTimestamps(store.now()),
      })
      .where(eq(imports.id, id))
      .returning()
      .get();
  });
  if (after && (after.state === "done" || progressStep(after) > progressStep(before)))
    sendProgress(store, sendTransient, after);
}

/**
 * Stores which lines repeat a number before any is imported: imported rows are deleted. Of such
 * lines the first gives the name, and the others are counted as done alone.
 */
async function storeRepeated(store: Store, { id, kind, choice }: Running) {
  const repeated = await repeatedLines(store, id, choice!, kindNamed(kind));
  store.write(
    (tx) =>
      void tx
        .update(imports)
        .set({ choice: { ...choice!, repeated } })
        .where(eq(imports.id, id))
        .run(),
  );
}

/** Deletes an import with all its rows, unless it is running. */
export async function sweep(store: Store, job: Job) {
  const id = Number(job.payload.importId);
  const { state } =
    store.db.select({ state: imports.state }).from(imports).where(eq(imports.id, id)).get() ?? {};
  if (state === "running" || state === "cancelled")
    return store.write((tx) => scheduleSweep(tx, id));
  await deleteImport(store, id);
  store.write((tx) => void finishJob(tx, job.id));
}

function importRowsOf(
  tx: Tx,
  {
    id,
    kind: name,
    targetId,
    userId,
    choice,
    created,
    updated,
    duplicated,
    refused,
    done,
  }: Running,
  rows: ImportRow[],
  identifiers: IdentifiersByNumber,
) {
  const kind = kindNamed(name);
  const isChosen = isChosenLine(choice!, headOf(tx, id));
  const wanted = rows
    .filter(({ line }) => isChosen(line))
    .map(({ line, cells }) => ({ line, row: kind.rowOf(cells, choice!.mapping) }));
  const refusedRows = wanted.flatMap(({ line, row }) =>
    typeof row === "string" ? [{ line, reason: row as RowReason }] : [],
  );
  const repeated = new Set(choice!.repeated);
  const isRepeated = new Set(
    wanted
      .filter(({ line, row }) => repeated.has(line) && typeof row !== "string")
      .map(({ row }) => row),
  );
  const renames = (row: unknown) => choice!.rename === true && !isRepeated.has(row);
  const saved = kind.save(
    tx,
    wanted.flatMap(({ row }) => (typeof row === "string" ? [] : [row])),
    { targetId, userId, identifiers, renames },
  );
  if (countsRepeated(kind)) saved.updated -= Math.min(saved.updated, isRepeated.size);

  deleteImportedRows(tx, id, rows, refusedRows, choice!.headless ? 0 : headOf(tx, id));
  return {
    created: created + saved.created,
    updated: updated + saved.updated,
    duplicated: duplicated + saved.duplicated,
    refused: refused + refusedRows.length,
    done: done + wanted.length,
  };
}

/**
 * Deletes imported rows. Refused ones stay with their reason, and so does the line with the column
 * names.
 */
function deleteImportedRows(
  tx: Tx,
  id: number,
  rows: ImportRow[],
  bad: { line: number; reason: RowReason }[],
  head: number,
) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return;
  for (const { line, reason } of bad)
    tx.update(importRows)
      .set({ reason })
      .where(and(eq(importRows.importId, id), eq(importRows.line, line)))
      .run();
  tx.delete(importRows)
    .where(
      and(
        eq(importRows.importId, id),
        gte(importRows.line, first.line),
        lte(importRows.line, last.line),
        gt(importRows.line, head),
        isNull(importRows.reason),
      ),
    )
    .run();
}

/** Deletes the rows that a cancelled import did not reach, some at a time. */
function deleteCancelledRows(store: Store, { id, cursor }: Running, job: Job) {
  const lines = rowsAfter(store.db, id, cursor, sliceSizes.delete).map(({ line }) => line);
  store.write((tx) => {
    if (lines.length > 0)
      tx.delete(importRows)
        .where(and(eq(importRows.importId, id), inArray(importRows.line, lines)))
        .run();
    else finishJob(tx, job.id);
  });
}

/**
 * The network's identifiers for the numbers of these rows; empty when it can't be asked.
 * rules.md#checked-numbers
 */
async function checkNumbers(
  store: Store,
  connectionManager: ConnectionManager,
  { kind: name, choice }: Running,
  rows: ImportRow[],
): Promise<IdentifiersByNumber> {
  const kind = kindNamed(name);
  const people = rows
    .map(({ cells }) => kind.rowOf(cells, choice!.mapping))
    .filter((row) => typeof row !== "string");
  const [connection] = connectedIds(store);
  if (people.length === 0 || connection === undefined) return new Map();
  try {
    const numbers = [...new Set(people.map((row) => kind.numberOf(row)))];
    const found = await onChannel(store, connectionManager, connection, (channel) =>
      channel.check(numbers),
    );
    await Bun.sleep(checkPause);
    return found;
  } catch (thrown) {
    log("warn", "import check", { company: store.company, connection, ...trace(thrown) });
    return new Map();
  }
}

const progressStep = ({ done, total }: Running) =>
  Math.floor((done / Math.max(1, total)) * progressSteps);

function sendProgress(
  store: Store,
  sendTransient: SendTransient,
  { choice: _choice, cursor: _cursor, ...shown }: Running,
) {
  const event = shown.kind === "contacts" ? "contactImport" : "import";
  if (shown.userId !== null)
    sendTransient(
      store.company,
      { event, action: "update", [event]: shown },
      { to: "user", userId: shown.userId },
    );
}

const restedAt = new WeakMap<Store, number>();

/**
 * Pauses as long as the last slice took: half of the time is for others, however slow the machine.
 */
async function yieldToOthers(store: Store) {
  const busy = performance.now() - (restedAt.get(store) ?? performance.now());
  await Bun.sleep(Math.min(50, Math.ceil(busy) + 1));
  restedAt.set(store, performance.now());
}
