import { and, eq, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { passedDay } from "../../shared/window.ts";
import { withNumber } from "../contacts/list.ts";
import { messages } from "../messages/table.ts";
import { audienceOf } from "../tickets/audience.ts";
import { active } from "../tickets/tickets.ts";

/**
 * Makes the shop's side of a customer's conversation older, as the practice network does with its
 * own, so that free text to them is over. rules.md#window
 */
export function passDay(db: CompanyDb, whatsappId: number, number: string) {
  const { contacts } = withNumber(db, number);
  db.write((tx) => {
    for (const { id: contactId } of contacts) {
      tx.update(messages)
        .set({
          sentAt: sql`${messages.sentAt} - ${passedDay}`,
          createdAt: sql`${messages.createdAt} - ${passedDay}`,
        })
        .where(and(eq(messages.contactId, contactId), eq(messages.whatsappId, whatsappId)))
        .run();
      const ticket = active(tx, contactId, whatsappId);
      if (ticket) tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
    }
  });
}
