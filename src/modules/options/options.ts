import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { maxOptionDepth } from "../../shared/limits.ts";
import { normalized } from "../../attendance/answers.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { Upload } from "../../kit/files/files.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { addMedia, deleteUnusedMedia } from "../../kit/db/media.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { treeOf, type OptionRow } from "../queues/options.ts";
import * as queues from "../queues/queues.ts";
import { queueOptions, type QueueOption } from "../queues/table.ts";
import { releaseUnseenTickets } from "../tickets/lifecycle/remove-user.ts";
import { auditTree } from "./audit-tree.ts";
import { maxNodes, optionBody, optionChange, orderBody } from "./body.ts";
import { depthOf, filesOf, findRow, list, one, subtree } from "./rows.ts";

/**
 * A new node, with the next free number if no option is given. Throws invalid, or a conflict on a
 * taken option.
 */
export function create(
  db: CompanyDb,
  { option, parentId = null, ...body }: z.infer<typeof optionBody>,
  by: number | null = null,
): QueueOption {
  return db.write((tx) => {
    refuseMissingReferences(tx, queueOptions, { queueId: body.queueId });
    const tree = treeOf(db, body.queueId);
    const siblings = tree.filter((row) => row.parentId === parentId);
    const values = { ...body, parentId, option: option ?? nextFree(siblings) };
    refuseMisplaced(tree, values, 1);
    const { id } = tx
      .insert(queueOptions)
      .values({ ...values, ...insertTimestamps(db.now()) })
      .returning({ id: queueOptions.id })
      .get();
    auditTree(tx, by, body.queueId, tree);
    queues.emitUpdate(tx, body.queueId);
    return one(db, id);
  });
}

/**
 * Throws missing, invalid when it would be under itself or too deep, or a conflict on a taken
 * option.
 */
export function update(
  db: CompanyDb,
  id: number,
  body: z.infer<typeof optionChange>,
  by: number | null = null,
): QueueOption {
  return db.write((tx) => {
    const before = findRow(db, id);
    const tree = treeOf(db, before.queueId);
    const own = subtree(tree, id);
    refuseMisplaced(
      tree.filter((each) => !own.includes(each)),
      { ...before, ...body },
      Math.max(...own.map((each) => depthOf(own, each))),
    );
    tx.update(queueOptions)
      .set({ ...body, ...updateTimestamps(db.now()) })
      .where(eq(queueOptions.id, id))
      .run();
    auditTree(tx, by, before.queueId, tree);
    queues.emitUpdate(tx, before.queueId);
    return one(db, id);
  });
}

/**
 * Deletes a node and all under it; tickets that were there are at the root again. Throws missing.
 */
export async function remove(db: CompanyDb, id: number, by: number | null = null) {
  const orphans = db.write((tx) => {
    const { queueId } = findRow(db, id);
    const tree = treeOf(db, queueId);
    const files = filesOf(subtree(tree, id));
    tx.delete(queueOptions).where(eq(queueOptions.id, id)).run();
    auditTree(tx, by, queueId, tree);
    queues.emitUpdate(tx, queueId);
    return deleteUnusedMedia(tx, files);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/**
 * Numbers the nodes of a level from 1 in this order. Throws invalid unless these are exactly its
 * nodes.
 */
export function order(
  db: CompanyDb,
  { queueId, parentId = null, ids }: z.infer<typeof orderBody>,
  by: number | null = null,
): QueueOption[] {
  return db.write((tx) => {
    const tree = treeOf(db, queueId);
    const level = tree.filter((row) => row.parentId === parentId);
    const isWhole = ids.length === level.length && level.every((row) => ids.includes(row.id));
    if (!isWhole) throw invalidFields({ ids: "invalid" });
    detach(tx, ids);
    for (const [index, id] of ids.entries())
      tx.update(queueOptions)
        .set({ parentId, option: String(index + 1), ...updateTimestamps(db.now()) })
        .where(eq(queueOptions.id, id))
        .run();
    auditTree(tx, by, queueId, tree);
    queues.emitUpdate(tx, queueId);
    return list(db, queueId, parentId);
  });
}

/** Sets or removes a node's file. Throws missing. */
export async function attach(
  db: CompanyDb,
  id: number,
  upload: Upload | null,
  by: number | null = null,
): Promise<QueueOption> {
  findRow(db, id);
  const stored = upload && (await storeUpload(db, upload));
  const { node, orphans } = db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      const before = findRow(db, id);
      const tree = treeOf(db, before.queueId);
      const mediaId =
        stored && addMedia(tx, { ...stored, name: stored.name.replace(/\s+/g, "_") }, db.now());
      tx.update(queueOptions)
        .set({ mediaId, ...updateTimestamps(db.now()) })
        .where(eq(queueOptions.id, id))
        .run();
      auditTree(tx, by, before.queueId, tree);
      queues.emitUpdate(tx, before.queueId);
      return { node: one(db, id), orphans: deleteUnusedMedia(tx, filesOf([before])) };
    }),
  );
  await deleteUnusedFiles(db, orphans);
  return node;
}

/** Deletes a queue with its tree; its tickets are left without one. Throws missing. */
export async function removeQueue(db: CompanyDb, id: number, by: number | null = null) {
  const orphans = db.write((tx) => {
    addAuditEntry(tx, {
      userId: by,
      action: "queueDeleted",
      subject: queues.auditSubject(queues.findQueue(db, id)),
    });
    const files = filesOf(treeOf(db, id));
    queues.dropQueue(tx, id);
    releaseUnseenTickets(tx);
    return deleteUnusedMedia(tx, files);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/**
 * Gives nodes temporary options that no customer can type, so that two may swap theirs despite the
 * unique index.
 */
export function detach(tx: Tx, ids: number[]) {
  tx.update(queueOptions)
    .set({ parentId: null, option: sql`char(1) || id` })
    .where(inArray(queueOptions.id, ids))
    .run();
}

/**
 * Throws invalid for another tree's parent or too deep a level, a conflict for an option that a
 * sibling has. `height`: how many levels the node brings.
 */
function refuseMisplaced(
  others: OptionRow[],
  { parentId, option, id = 0 }: { parentId: number | null; option: string; id?: number },
  height: number,
) {
  const parent = others.find((row) => row.id === parentId);
  if (parentId !== null && !parent) throw invalidFields({ parentId: "invalid" });
  if ((parent ? depthOf(others, parent) : 0) + height > maxOptionDepth)
    throw invalidFields({ parentId: "too_deep" });
  if (others.length >= maxNodes) throw invalidFields({ queueId: "too_long" });
  const isTaken = others.some(
    (row) =>
      row.id !== id && row.parentId === parentId && normalized(row.option) === normalized(option),
  );
  if (isTaken)
    throw new Fault("conflict", "ERR_ALREADY_EXISTS", {
      message: "Já existe um registro com estes dados",
      fields: { option: "taken" },
    });
}

function nextFree(level: OptionRow[], number = 1): string {
  return level.some(({ option }) => normalized(option) === String(number))
    ? nextFree(level, number + 1)
    : String(number);
}
