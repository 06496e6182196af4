import type { Identifier, Person } from "../../../channel/channel.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import {
  changeNumber,
  findAndUpdateContact,
  mergeContactRows,
} from "../../contacts/find-or-create.ts";
import type { Contact } from "../../contacts/table.ts";
import { personalData } from "../../personal-data/register.ts";

/**
 * The network sent another identifier of a person, such as the phone number of a lid. Undefined
 * when no contact has any of them: none is created.
 */
export function learnIdentifiers(db: CompanyDb, person: Person): Contact | undefined {
  if (findByIdentifiers(db, person.ids).length === 0) return undefined;
  return db.write((tx) => findAndUpdateContact(tx, person, mergeContacts));
}

/**
 * A person has another number or user id from now on. Both stay theirs, and messages go to the new
 * one; a contact of the new one joins. rules.md#cloud-identity
 */
export function moveContact(db: CompanyDb, from: Identifier[], { ids, name }: Person) {
  if (findByIdentifiers(db, [...from, ...ids]).length === 0) return;
  db.write((tx) => {
    const contact = findAndUpdateContact(tx, { ids: [...from, ...ids], name }, mergeContacts)!;
    const number = ids.find(({ type }) => type === "phone")?.value;
    if (number) changeNumber(tx, contact, number);
  });
}

/**
 * Merges two contacts: everything of the loser's becomes the winner's, table by table, and the
 * loser is deleted. Returns the winner as it is then. rules.md#identifiers
 */
export function mergeContacts(tx: Tx, winner: Contact, loser: Contact): Contact {
  const announce = personalData().map(({ merge }) =>
    typeof merge === "function" ? merge(tx, winner.id, loser.id) : undefined,
  );
  const contact = mergeContactRows(tx, winner, loser);
  for (const emitMerged of announce) emitMerged?.();
  return contact;
}
