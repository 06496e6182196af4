import type { Tx } from "../../kit/db/company-db.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { namesOf } from "../audit/changes.ts";
import type { Goals } from "./table.ts";

type Values = Pick<Goals, "queueId" | "firstAnswerMinutes" | "resolutionMinutes">;

/** Records the goals of a queue that changed; null stands for none. rules.md#audit-entries */
export function auditGoals(tx: Tx, userId: number, before: Values | null, after: Values | null) {
  const { queueId } = (before ?? after)!;
  const minutes = (["firstAnswerMinutes", "resolutionMinutes"] as const).map(
    (name) => [name, before?.[name] ?? null, after?.[name] ?? null] as const,
  );
  const moved =
    before && after && before.queueId !== after.queueId
      ? [["queueId", nameOf(tx, before.queueId), nameOf(tx, after.queueId)] as const]
      : [];
  const changes = [...moved, ...minutes].filter(([, from, to]) => from !== to);
  if (changes.length === 0) return;
  addAuditEntry(tx, {
    userId,
    action: "goalsChanged",
    subject: queueId === null ? "goals" : `queue ${queueId} ${String(nameOf(tx, queueId))}`,
    details: Object.fromEntries(changes.map(([name, from, to]) => [name, { from, to }])),
  });
}

const nameOf = (tx: Tx, queueId: number | null) => namesOf(tx, "queues", queueId);
