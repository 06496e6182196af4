import { eq } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { treeOf, type OptionRow } from "../queues/options.ts";
import { auditSubject, findQueue } from "../queues/queues.ts";
import { queues } from "../queues/table.ts";

/** Records in the audit that a queue's tree changed, if it did. */
export function auditTree(tx: Tx, by: number | null, queueId: number, before: OptionRow[]) {
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
