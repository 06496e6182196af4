import { eq } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { deleteUnusedMedia } from "../../../kit/db/media.ts";
import { actor, addAuditEntry } from "../../audit/audit.ts";
import { notErased } from "../../contacts/contacts.ts";
import { contacts } from "../../contacts/table.ts";
import { deleteUnusedFiles } from "../../messages/stored-files.ts";
import { noLeftovers, personalData } from "../../personal-data/register.ts";
import { personOf } from "./person.ts";
import { audienceOf } from "../audience.ts";
import { tickets } from "../table.ts";

/**
 * Deletes a contact with all their tickets, and every file that nothing else uses. Their messages
 * in groups stay, as the group's. Throws missing.
 */
export async function removeContact(db: CompanyDb, me: Me, id: number) {
  const files = db.write((tx) => {
    notErased(tx, id);
    const ticketsOfContact = tx
      .select()
      .from(tickets)
      .where(eq(tickets.contactId, id))
      .orderBy(tickets.id)
      .all();
    const leftovers = noLeftovers();
    for (const { remove } of personalData()) remove?.(tx, personOf(tx, id), leftovers);
    tx.delete(contacts).where(eq(contacts.id, id)).run();
    for (const ticket of ticketsOfContact)
      tx.emit("ticket", "delete", { ticketId: ticket.id }, audienceOf(ticket));
    tx.emit("contact", "delete", { contactId: id }, { to: "everyone" });
    addAuditEntry(tx, {
      ...actor(me),
      action: "contactDeleted",
      subject: `contact ${id}`,
      details: { tickets: ticketsOfContact.length },
    });
    return deleteUnusedMedia(tx, leftovers.mediaIds);
  });
  await deleteUnusedFiles(db, files);
  return {};
}
