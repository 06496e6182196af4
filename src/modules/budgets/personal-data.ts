import { and, eq, inArray, isNull } from "drizzle-orm";
import {
  moveRows,
  moveTicketRows,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { salesAudience } from "./access.ts";
import { budgetItems, budgets } from "./table.ts";

export const budgetData: PersonalData[] = [
  {
    table: budgets,
    erase: eraseOpen,
    export: "what was sold is in the orders; the rest was only offered",
    merge: moveRows(budgets),
    mergeTickets: moveTicketRows(budgets),
    remove: eraseOpen,
  },
  {
    table: budgetItems,
    erase: eraseWishes,
    export: "they are in the orders",
    merge: "they go with their budget",
  },
];

/** Closed budgets keep their items for the figures, without the wishes. */
function eraseWishes(tx: Tx, { id }: Person) {
  const theirs = tx.select({ id: budgets.id }).from(budgets).where(eq(budgets.contactId, id));
  tx.update(budgetItems).set({ note: "" }).where(inArray(budgetItems.budgetId, theirs)).run();
}

/** Deletes open budgets; closed ones stay for the figures, since they became orders. */
function eraseOpen(tx: Tx, { id }: Person) {
  const audience = salesAudience(tx, { userId: null, contactId: id });
  const gone = tx
    .delete(budgets)
    .where(and(eq(budgets.contactId, id), isNull(budgets.closedAt)))
    .returning({ id: budgets.id })
    .all();
  for (const budget of gone) tx.emit("budget", "delete", { budgetId: budget.id }, audience);
}
