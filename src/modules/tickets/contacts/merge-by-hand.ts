import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import { invalidFields } from "../../../kit/fault.ts";
import { arrayOf, id } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { addAuditEntry } from "../../audit/audit.ts";
import { notErased } from "../../contacts/contacts.ts";
import { withFields } from "../../contacts/fields.ts";
import type { Contact, FullContact } from "../../contacts/table.ts";
import { mergeContacts } from "./merge-contacts.ts";

export const mergeBody = z.object({ winnerId: id, loserIds: arrayOf(id, 20, 1) });

/**
 * An admin merges contacts: the winner keeps their number and takes in the others. Throws missing,
 * invalid where a group is among them. rules.md#merging-contacts
 */
export function mergeByHand(
  db: CompanyDb,
  me: Me,
  { winnerId, loserIds }: z.infer<typeof mergeBody>,
): FullContact {
  if (loserIds.includes(winnerId)) throw invalidFields({ loserIds: "invalid" });
  return db.write((tx) => {
    const losers = [...new Set(loserIds)].map((id) => notErased(tx, id));
    const winner = notErased(tx, winnerId);
    if ([winner, ...losers].some(({ isGroup }) => isGroup))
      throw invalidFields({ loserIds: "invalid" });
    const one = losers.reduce((merged: Contact, loser) => mergeContacts(tx, merged, loser), winner);
    addAuditEntry(tx, {
      userId: me.id,
      action: "contactsMerged",
      subject: `contact ${winnerId}`,
      details: { loserIds: losers.map(({ id }) => id) },
    });
    return withFields(db, one);
  });
}
