import { eq } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { deleteUnusedMedia } from "../../../kit/db/media.ts";
import { mediaIdsOf } from "../../messages/media-ids.ts";
import { messages } from "../../messages/table.ts";
import { addAuditEntry } from "../../audit/audit.ts";
import { deleteUnusedFiles } from "../../messages/stored-files.ts";
import { audienceOf } from "../audience.ts";
import { findTicket } from "../tickets.ts";
import { tickets } from "../table.ts";

/** Deletes a ticket with its messages, and every file that nothing else uses. Throws missing. */
export async function remove(db: CompanyDb, me: Me, id: number) {
  const orphans = db.write((tx) => {
    const ticket = findTicket(db, me, id);
    addAuditEntry(tx, { userId: me.id, action: "ticketDeleted", subject: `ticket ${id}` });
    const files = mediaIdsOf(tx, eq(messages.ticketId, id));
    tx.delete(tickets).where(eq(tickets.id, id)).run();
    tx.emit("ticket", "delete", { ticketId: id }, audienceOf(ticket));
    return deleteUnusedMedia(tx, files);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}
