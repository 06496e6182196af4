import { and, eq } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import type { ReleaseUnseenTickets } from "../../../kit/db/hooks.ts";
import type { Control, CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { leaveAll } from "../../chats/chats.ts";
import { deleteUnusedFiles } from "../../messages/stored-files.ts";
import * as users from "../../users/users.ts";
import { handleTurn } from "../attendance/handle-turn.ts";
import { isSeenByAssignee, loadTicket } from "../tickets.ts";
import { tickets } from "../table.ts";

/**
 * Deletes a user. Their open tickets go back to pending, their chats stay with the other members.
 * Throws what `deleteUser` throws.
 */
export async function removeUser(db: CompanyDb, control: Control, me: Me, userId: number) {
  const orphans = db.write((tx) => {
    const user = users.findUser(db, userId);
    const open = tx
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(eq(tickets.userId, userId), eq(tickets.status, "open")))
      .all();
    for (const { id } of open) releaseTicket(tx, id);
    const orphans = leaveAll(tx, user);
    users.deleteUser(tx, control, me, userId);
    return orphans;
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/**
 * Puts open tickets back to pending whose assignee no longer sees them. rules.md#assignee-must-see
 */
export const releaseUnseenTickets: ReleaseUnseenTickets = (tx) => {
  const open = tx.select().from(tickets).where(eq(tickets.status, "open")).all();
  for (const ticket of open) if (!isSeenByAssignee(tx, ticket)) releaseTicket(tx, ticket.id);
};

// Without a user, so that it can't be undone: the user is gone or no longer sees the ticket.
const releaseTicket = (tx: Tx, id: number) =>
  handleTurn(
    tx,
    loadTicket(tx, id),
    { type: "reassigned" },
    { also: { status: "pending", userId: null }, cause: { detail: { cause: "unseen" } } },
  );
