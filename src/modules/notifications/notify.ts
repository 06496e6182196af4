import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { notifications, type NotificationRow } from "./table.ts";

/** How long a notification is stored (ms), and how many of a user. */
const retention = 30 * 86_400_000;
const mostOfUser = 500;

type NewNotification = Pick<NotificationRow, "kind"> &
  Partial<Omit<NotificationRow, "id" | "userId" | "at" | "readAt">>;

/** Notifies users, in the transaction of the cause. rules.md#notifications */
export function notify(tx: Tx, userIds: Iterable<number>, values: NewNotification) {
  for (const userId of new Set(userIds)) {
    const notification = tx
      .insert(notifications)
      .values({ ...values, userId, at: new Date(tx.now()) })
      .returning()
      .get();
    tx.emit("notification", "create", { notification }, { to: "user", userId });
  }
}

/** Marks as read. Returns how many it were. */
export function markRead(tx: Tx, which: SQL | undefined): number {
  const read = tx
    .update(notifications)
    .set({ readAt: new Date(tx.now()) })
    .where(and(isNull(notifications.readAt), which))
    .returning({ id: notifications.id, userId: notifications.userId })
    .all();
  for (const [userId, ids] of idsByUser(read))
    tx.emit("notification", "read", { notificationIds: ids }, { to: "user", userId });
  return read.length;
}

/** Deletes notifications whose cause no longer holds. */
export function takeBack(tx: Tx, which: SQL | undefined) {
  const gone = tx
    .delete(notifications)
    .where(which)
    .returning({ id: notifications.id, userId: notifications.userId })
    .all();
  for (const [userId, ids] of idsByUser(gone))
    tx.emit("notification", "delete", { notificationIds: ids }, { to: "user", userId });
}

/**
 * Notifies the user to whom another gave a ticket. The user who had it before loses the
 * notification of that. rules.md#notifications
 */
export function notifyOfHandOver(
  tx: Tx,
  before: { id: number; userId: number | null },
  { userId, status }: { userId: number | null; status: string },
  byUserId: number | null,
  note = "",
) {
  const ticketId = before.id;
  if (before.userId !== null)
    takeBack(
      tx,
      and(
        eq(notifications.userId, before.userId),
        eq(notifications.ticketId, ticketId),
        eq(notifications.kind, "handedOver"),
      ),
    );
  // An undo and the box itself name nobody.
  if (status !== "open" || userId === null || byUserId === null || byUserId === userId) return;
  notify(tx, [userId], { kind: "handedOver", ticketId, byUserId, note });
}

/** Deletes old notifications, and those that are too many for one user. */
export function deleteOldNotifications(db: CompanyDb) {
  const before = db.now() - retention;
  const old = sql`(SELECT id FROM (SELECT id, at, row_number() OVER (PARTITION BY userId ORDER BY id DESC) AS place FROM notifications) WHERE at < ${before} OR place > ${mostOfUser})`;
  const any = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(sql`${notifications.id} IN ${old}`)
    .limit(1)
    .get();
  if (any) db.write((tx) => void tx.run(sql`DELETE FROM notifications WHERE id IN ${old}`));
}

const idsByUser = (rows: { id: number; userId: number }[]) =>
  Map.groupBy(rows, ({ userId }) => userId)
    .entries()
    .map(([userId, all]) => [userId, all.map(({ id }) => id)] as const);
