import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { maxOptionDepth } from "../../shared/limits.ts";
import { normalized } from "../../attendance/answers.ts";
import { arrayOf, id } from "../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { deleteUnusedMedia } from "../../kit/db/media.ts";
import { deleteUnusedFiles } from "../messages/stored-files.ts";
import { treeOf } from "../queues/options.ts";
import { emitUpdate } from "../queues/queues.ts";
import { queueOptions, type QueueOption } from "../queues/table.ts";
import { auditTree } from "./audit-tree.ts";
import { fields, maxNodes, option } from "./body.ts";
import { detach } from "./options.ts";
import { filesOf, list } from "./rows.ts";

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

/** Indexes in a level whose option an earlier one has. */
function repeatedAnswers(level: { option: string }[]): number[] {
  const answers = level.map(({ option }) => normalized(option));
  return [...answers.keys()].filter(
    (index) => answers[index] !== "" && answers.indexOf(answers[index]!) < index,
  );
}
