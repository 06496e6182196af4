import { and, asc, eq, getTableColumns, inArray, notInArray } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { groupRangeDiscounts } from "../group-range-discounts/table.ts";
import { queues } from "../queues/table.ts";
import { isOnline } from "./online.ts";
import { roles, userQueues, users, type User } from "./table.ts";

export function setQueues(tx: Tx, userId: number, queueIds: number[]) {
  const ids = [...new Set(queueIds)];
  const existing = tx.select({ id: queues.id }).from(queues).where(inArray(queues.id, ids)).all();
  if (existing.length < ids.length)
    throw new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
      message: "Um dos registros indicados não existe",
      fields: { queueIds: "invalid" },
    });
  // The rows that stay have their turn.
  tx.delete(userQueues)
    .where(and(eq(userQueues.userId, userId), notInArray(userQueues.queueId, ids)))
    .run();
  if (ids.length > 0)
    tx.insert(userQueues)
      .values(ids.map((queueId) => ({ userId, queueId })))
      .onConflictDoNothing()
      .run();
}

const discount = {
  id: groupRangeDiscounts.id,
  name: groupRangeDiscounts.name,
  discount: groupRangeDiscounts.discount,
};

const role = {
  id: roles.id,
  name: roles.name,
  permissions: roles.permissions,
  storeIds: roles.storeIds,
};

export const withDiscount = (db: CompanyDb) =>
  db
    .select({ ...getTableColumns(users), groupRangeDiscount: discount, role })
    .from(users)
    .leftJoin(roles, eq(roles.id, users.roleId))
    .leftJoin(groupRangeDiscounts, eq(groupRangeDiscounts.id, users.groupRangeDiscountId))
    .$dynamic();

export function withQueues(
  db: CompanyDb,
  rows: (typeof users.$inferSelect & Pick<User, "groupRangeDiscount" | "role">)[],
): User[] {
  const queuesOfUsers = db
    .select({ userId: userQueues.userId, id: queues.id, name: queues.name, color: queues.color })
    .from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId))
    .where(
      inArray(
        userQueues.userId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(queues.orderQueue), asc(queues.name))
    .all();
  return rows.map((row) => {
    const own = queuesOfUsers
      .filter((queue) => queue.userId === row.id)
      .map(({ userId, ...queue }) => ({ ...queue, UserQueue: { userId, queueId: queue.id } }));
    return {
      ...row,
      allTicket: row.allTicket ? "enabled" : "desabled",
      online: isOnline(db, row.id),
      queueIds: own.map((queue) => queue.id),
      queues: own,
    };
  });
}
