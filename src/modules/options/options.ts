import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { maxOptionDepth } from "../../shared/limits.ts";
import { normalized } from "../../attendance/answers.ts";
import { arrayOf, id, line, text, verbatim } from "../../kit/http/fields.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { Upload } from "../../kit/files/files.ts";
import { notFound } from "../../kit/db/page.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { addMedia, deleteUnusedMedia, media } from "../../kit/db/media.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { treeOf, type OptionRow } from "../queues/options.ts";
import {
  auditSubject,
  deleteQueue as dropQueue,
  find as findQueue,
  emitUpdate,
} from "../queues/queues.ts";
import { queueOptions, queues, type QueueOption } from "../queues/table.ts";
import { releaseUnseenTickets } from "../tickets/lifecycle/remove-user.ts";

/** The most nodes of a tree. */
export const maxNodes = 500;

/** The customer's answer that chooses the option; `0` and `#` lead back in the menu. */
const option = line(20, 1).refine(
  (text) => text === "" || !["", "0", "#"].includes(normalized(text)),
  "invalid",
);
const fields = { title: text(255, 1), message: verbatim(2000).default("") };

export const optionBody = z.object({
  queueId: id,
  parentId: id.nullish(),
  option: option.optional(),
  ...fields,
});
export const optionChange = z
  .object({
    parentId: id.nullable(),
    option,
    title: fields.title,
    message: fields.message.unwrap(),
  })
  .partial();
export const orderBody = z.object({
  queueId: id,
  parentId: id.nullish(),
  ids: arrayOf(id, maxNodes),
});

/** A node as the editor sends it. */
type Node = { id?: number; option: string; title: string; message: string; children: Node[] };
const node: z.ZodType<Node> = z.lazy(() =>
  z.object({ id: id.optional(), option, ...fields, children: arrayOf(node, maxNodes).default([]) }),
);

export const treeBody = z
  .object({ options: arrayOf(node, maxNodes) })
  .superRefine(({ options }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", message, path });
    const look = (level: Node[], path: (string | number)[], depth: number): number => {
      if (depth > maxOptionDepth && level.length > 0) refuse(path, "too_deep");
      for (const index of repeatedAnswers(level)) refuse([...path, index, "option"], "taken");
      return level.reduce(
        (count, { children }, index) =>
          count + 1 + look(children, [...path, index, "children"], depth + 1),
        0,
      );
    };
    if (look(options, ["options"], 1) > maxNodes) refuse(["options"], "too_long");
  });

/**
 * A queue's whole tree, or the children of one of its nodes; of the root for null. Throws missing.
 */
export function list(db: CompanyDb, queueId: number, parentId?: number | null): QueueOption[] {
  findQueue(db, queueId);
  return withFiles(
    db,
    treeOf(db, queueId).filter((row) => parentId === undefined || row.parentId === parentId),
  );
}

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
    emitUpdate(tx, body.queueId);
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
    emitUpdate(tx, before.queueId);
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
    emitUpdate(tx, queueId);
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
    emitUpdate(tx, queueId);
    return list(db, queueId, parentId);
  });
}

/**
 * Replaces a queue's tree: nodes that are given by id keep their file, those not given are deleted.
 * Returns the whole tree. Throws missing.
 */
export async function replace(
  db: CompanyDb,
  queueId: number,
  { options }: z.infer<typeof treeBody>,
  by: number | null = null,
): Promise<QueueOption[]> {
  const { tree, orphans } = db.write((tx) => {
    emitUpdate(tx, queueId);
    const before = treeOf(db, queueId);
    const unused = new Set(before.map(({ id }) => id));
    const claim = (id: number | undefined) =>
      id !== undefined && unused.delete(id) ? id : undefined;
    const claimed = withOwnIds(options, claim);
    detach(
      tx,
      before.map(({ id }) => id).filter((id) => !unused.has(id)),
    );
    tx.delete(queueOptions)
      .where(inArray(queueOptions.id, [...unused]))
      .run();
    saveNodes(tx, queueId, null, claimed);
    auditTree(tx, by, queueId, before);
    return {
      tree: list(db, queueId),
      orphans: deleteUnusedMedia(tx, filesOf(before.filter(({ id }) => unused.has(id)))),
    };
  });
  await deleteUnusedFiles(db, orphans);
  return tree;
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
      emitUpdate(tx, before.queueId);
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
      subject: auditSubject(findQueue(db, id)),
    });
    const files = filesOf(treeOf(db, id));
    dropQueue(tx, id);
    releaseUnseenTickets(tx);
    return deleteUnusedMedia(tx, files);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/** Records in the audit that a queue's tree changed, if it did. */
function auditTree(tx: Tx, by: number | null, queueId: number, before: OptionRow[]) {
  const textOf = (tree: OptionRow[]) =>
    JSON.stringify(
      tree.map(({ option, title, message, mediaId, parentId }) => [
        tree.findIndex(({ id }) => id === parentId),
        option,
        title,
        message,
        mediaId,
      ]),
    );
  if (textOf(before) === textOf(treeOf(tx, queueId))) return;
  // The queue changes too, since its form also holds the tree.
  tx.update(queues).set(updateTimestamps(tx.now())).where(eq(queues.id, queueId)).run();
  addAuditEntry(tx, {
    userId: by,
    action: "queueChanged",
    subject: auditSubject(findQueue(tx, queueId)),
    details: { fields: ["options"] },
  });
}

type NodeWithId = Omit<Node, "children"> & { children: NodeWithId[] };

/** The nodes without ids that are not this tree's or come twice. */
const withOwnIds = (
  nodes: Node[],
  claim: (id: number | undefined) => number | undefined,
): NodeWithId[] =>
  nodes.map((node) => ({
    ...node,
    id: claim(node.id),
    children: withOwnIds(node.children, claim),
  }));

function saveNodes(tx: Tx, queueId: number, parentId: number | null, nodes: NodeWithId[]) {
  for (const { id, children, ...values } of nodes) {
    const placed = { ...values, parentId };
    if (id)
      tx.update(queueOptions)
        .set({ ...placed, ...updateTimestamps(tx.now()) })
        .where(eq(queueOptions.id, id))
        .run();
    const own =
      id ??
      tx
        .insert(queueOptions)
        .values({ ...placed, queueId, ...insertTimestamps(tx.now()) })
        .returning({ id: queueOptions.id })
        .get().id;
    saveNodes(tx, queueId, own, children);
  }
}

/**
 * Gives nodes temporary options that no customer can type, so that two may swap theirs despite the
 * unique index.
 */
function detach(tx: Tx, ids: number[]) {
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

/** Indexes in a level whose option an earlier one has. */
function repeatedAnswers(level: { option: string }[]): number[] {
  const answers = level.map(({ option }) => normalized(option));
  return [...answers.keys()].filter(
    (index) => answers[index] !== "" && answers.indexOf(answers[index]!) < index,
  );
}

function nextFree(level: OptionRow[], number = 1): string {
  return level.some(({ option }) => normalized(option) === String(number))
    ? nextFree(level, number + 1)
    : String(number);
}

/** A node and all under it. */
function subtree(tree: OptionRow[], id: number): OptionRow[] {
  const own = tree.filter((row) => row.id === id);
  return [
    ...own,
    ...tree.filter((row) => row.parentId === id).flatMap((row) => subtree(tree, row.id)),
  ];
}

const depthOf = (tree: OptionRow[], { parentId }: OptionRow): number => {
  const parent = tree.find((row) => row.id === parentId);
  return parent ? 1 + depthOf(tree, parent) : 1;
};

const filesOf = (rows: OptionRow[]) => rows.flatMap(({ mediaId }) => mediaId ?? []);

/** Throws missing. */
export function findRow(db: CompanyDb, id: number): OptionRow {
  const row = db.select().from(queueOptions).where(eq(queueOptions.id, id)).get();
  if (!row) throw notFound();
  return row;
}

const one = (db: CompanyDb, id: number): QueueOption => withFiles(db, [findRow(db, id)])[0]!;

function withFiles(db: CompanyDb, rows: OptionRow[]): QueueOption[] {
  const files = new Map(
    db
      .select()
      .from(media)
      .where(inArray(media.id, filesOf(rows)))
      .all()
      .map((file) => [file.id, file]),
  );
  return rows.map(({ mediaId, ...node }) => {
    const file = files.get(mediaId ?? 0);
    if (!file) return { ...node, mediaPath: null, mediaName: null, media: null };
    return {
      ...node,
      mediaPath: db.files.link(file),
      mediaName: file.name,
      media: { type: file.type, size: file.size },
    };
  });
}
