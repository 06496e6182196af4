import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { planJob } from "../../../kit/db/jobs.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { deleteUnusedMedia } from "../../../kit/db/media.ts";
import { twinOf } from "../../../shared/phone.ts";
import { actor, addAuditEntry } from "../../audit/audit.ts";
import { notErased } from "../../contacts/contacts.ts";
import { deleteUnusedFiles } from "../../messages/stored-files.ts";
import { noLeftovers, personalData } from "../../personal-data/register.ts";
import { personOf } from "./person.ts";

/** The company's practice phones. */
export type Phones = { forgetPhones(numbers: string[]): void };

/**
 * Erases a person's data at their request (LGPD): names, numbers, identifiers, and all messages
 * with and by them, on practice phones too. Also erases every file that no other conversation has.
 * Tickets, their moves and ratings stay, without texts or names. A person who writes again is a new
 * contact. Throws missing, invalid for a group.
 */
export async function eraseContact(db: CompanyDb, me: Me, id: number, phones: Phones) {
  const files = db.write((tx) => {
    const contact = notErased(tx, id);
    if (contact.isGroup)
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: "Um grupo não é uma pessoa: exclua-o",
        fields: { id: "invalid" },
      });
    const person = personOf(tx, id);
    const leftovers = noLeftovers();
    for (const { erase: how } of personalData())
      if (typeof how === "function") how(tx, person, leftovers);
    for (const announce of leftovers.announce) announce();
    addAuditEntry(tx, {
      ...actor(me),
      action: "contactErased",
      subject: `contact ${id}`,
      details: { tickets: person.ticketIds.length },
    });
    planJob(tx, { kind: "tidy", queueKey: "tidy", runAt: db.now(), payload: {} });
    tx.emit("contact", "delete", { contactId: id }, { to: "everyone" });
    // Earlier events hold texts and names. Clients that were away load their lists again.
    db.dropEarlierEvents();
    phones.forgetPhones(
      person.identifiers
        .filter(({ type }) => type === "phone")
        .flatMap(({ value }) => [value, twinOf(value) ?? value]),
    );
    return [...deleteUnusedMedia(tx, leftovers.mediaIds), ...leftovers.files];
  });
  await deleteUnusedFiles(db, files);
  return {};
}
