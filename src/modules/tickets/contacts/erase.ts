import type { Me } from "../../../kit/audience.ts";
import { emptyLog } from "../../../kit/checkpoint.ts";
import { Fault } from "../../../kit/fault.ts";
import { finishJob, planJob, type Job } from "../../../kit/jobs.ts";
import type { Store } from "../../../kit/store.ts";
import { deleteUnusedMedia } from "../../../kit/media.ts";
import { twinOf } from "../../../shared/phone.ts";
import { addAuditEntry } from "../../audit/audit.ts";
import { notErased } from "../../contacts/contacts.ts";
import { deleteUnusedFiles } from "../../messages/stored-files.ts";
import { noLeftovers, personalData } from "../../personal-data/register.ts";
import { personOf } from "./person.ts";

/** The company's practice phones. */
export type Phones = { forgetPhones(numbers: string[]): void };

/**
 * Erases a person's data at their request (LGPD): names, numbers and identifiers, all messages with
 * and by them, on practice phones too, and every file that no other conversation has.
 * Tickets, their moves and ratings stay, without texts or names. If they write again they are a new
 * contact. Throws missing, invalid for a group.
 */
export async function eraseContact(store: Store, me: Me, id: number, phones: Phones) {
  // SQLite overwrites what it deletes from here on.
  store.sqlite.run("PRAGMA secure_delete = ON");
  const files = store.write((tx) => {
    const contact = notErased(tx, id);
    if (contact.isGroup)
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: "Um grupo não é uma pessoa: exclua-o",
        fields: { id: "invalid" },
      });
    const person = personOf(store, tx, id);
    const leftovers = noLeftovers();
    for (const { erase: how } of personalData())
      if (typeof how === "function") how(tx, person, leftovers);
    for (const announce of leftovers.announce) announce();
    addAuditEntry(tx, {
      userId: me.id,
      action: "contactErased",
      subject: `contact ${id}`,
      details: { tickets: person.ticketIds.length },
    });
    planJob(tx, { kind: "tidy", queueKey: "tidy", runAt: store.now(), payload: {} });
    tx.emit("contact", "delete", { contactId: id }, { to: "everyone" });
    // Earlier events hold texts and names. Clients that were away load their lists again.
    store.dropEarlierEvents();
    phones.forgetPhones(
      person.identifiers
        .filter(({ type }) => type === "phone")
        .flatMap(({ value }) => [value, twinOf(value) ?? value]),
    );
    return [...deleteUnusedMedia(tx, leftovers.mediaIds), ...leftovers.files];
  });
  await deleteUnusedFiles(store, files);
  return {};
}

/**
 * Merges the full-text indexes, which keep deleted words until then, in small steps, and truncates
 * the write-ahead log. Throws while something reads the file, as a copy does: until then the log
 * keeps what was deleted.
 */
export async function compactSearchIndex(store: Store, job: Job) {
  for (const { searchIndex } of personalData()) {
    for (let slice = -16, more = searchIndex !== undefined; more; slice = 16) {
      const before = changes(store);
      store.sqlite.run(
        `INSERT INTO ${searchIndex} (${searchIndex}, rank) VALUES ('merge', ${slice})`,
      );
      more = changes(store) - before >= 2;
      await new Promise(setImmediate);
    }
  }
  store.flush();
  if (!emptyLog(store.sqlite)) throw new Error("the write-ahead log is being read");
  store.write((tx) => void finishJob(tx, job.id));
}

const changes = (store: Store) =>
  (store.sqlite.query("SELECT total_changes() AS count").get() as { count: number }).count;
