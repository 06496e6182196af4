import { asc, eq, inArray, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { capabilitiesOf } from "../../shared/capabilities.ts";
import { queues } from "../queues/table.ts";
import { connectionQueues, connections, type Connection } from "./table.ts";

export function setQueues(tx: Tx, connectionId: number, queueIds: number[]) {
  const existing = tx
    .select({ id: queues.id })
    .from(queues)
    .where(inArray(queues.id, queueIds))
    .all();
  if (existing.length < new Set(queueIds).size)
    throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
      message: "Um dos registros indicados não existe",
      fields: { queueIds: "invalid" },
    });
  tx.delete(connectionQueues).where(eq(connectionQueues.connectionId, connectionId)).run();
  for (const queueId of new Set(queueIds))
    tx.insert(connectionQueues).values({ connectionId, queueId }).run();
}

export const symmetricDifference = (some: number[], others: number[]) => [
  ...some.filter((id) => !others.includes(id)),
  ...others.filter((id) => !some.includes(id)),
];

export function withQueues(db: CompanyDb, rows: (typeof connections.$inferSelect)[]): Connection[] {
  const queuesOfConnections = queuesQuery(db).all({
    ids: JSON.stringify(rows.map((row) => row.id)),
  });
  return rows.map((row) => {
    const own = queuesOfConnections
      .filter((queue) => queue.connectionId === row.id)
      .map(({ connectionId: _, ...queue }) => queue);
    return {
      ...row,
      queueIds: own.map((queue) => queue.id),
      queues: own,
      capabilities: capabilitiesOf(row.provider),
    };
  });
}

const queuesQuery = query((db) =>
  db
    .select({
      connectionId: connectionQueues.connectionId,
      id: queues.id,
      name: queues.name,
      color: queues.color,
    })
    .from(connectionQueues)
    .innerJoin(queues, eq(queues.id, connectionQueues.queueId))
    .where(
      inArray(
        connectionQueues.connectionId,
        sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`,
      ),
    )
    .orderBy(asc(queues.orderQueue), asc(queues.name)),
);
