import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";

const day = 86_400_000;

/** A budget is forgotten after a day, and for so many days. */
const [firstDay, lastDay] = [1, 30];

/**
 * Open budgets whose customer has not ordered since. `total` in cents. rules.md#forgotten-budgets
 */
export const forgottenQuery = `SELECT b.id, b.createdAt AS at, b.total FROM budgets b
  WHERE b.createdAt >= ? AND b.createdAt < ? AND b.closedAt IS NULL AND b.orderId IS NULL
    AND NOT EXISTS (SELECT 1 FROM orders o
      WHERE o.contactId = b.contactId AND o.emission >= b.createdAt AND o.cancelledAt IS NULL)
  ORDER BY b.createdAt DESC`;

/** The conversation is the budget's, or the customer's last one. */
export const forgottenNamesQuery = `SELECT b.id, c.name, NULL AS queue, u.name AS user,
    (SELECT t.uuid FROM tickets t WHERE t.contactId = b.contactId
      ORDER BY t.id = b.ticketId DESC, t.id DESC LIMIT 1) AS uuid
  FROM budgets b JOIN contacts c ON c.id = b.contactId LEFT JOIN users u ON u.id = b.userId
  WHERE b.id IN (SELECT value FROM json_each(?))`;

/** The forgotten budgets of now, whatever the period is: the newest first. */
export const forgottenBudgets = (db: CompanyDb) =>
  db.sqlite
    .query<{ id: number; at: number; total: number }, [number, number]>(forgottenQuery)
    .all(db.now() - lastDay * day, db.now() - firstDay * day);

/** How many are forgotten, and their sum. */
export function forgottenSum(db: CompanyDb) {
  const all = forgottenBudgets(db);
  return {
    forgotten: all.length,
    forgottenTotal: amountOf(all.reduce((sum, { total }) => sum + total, 0)),
  };
}
