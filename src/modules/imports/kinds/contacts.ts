import { numberKey } from "../../../shared/phone.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import {
  emitContact,
  hasActiveTicket,
  importPerson,
  isNamed,
  tagIdsByPerson,
} from "../import-person.ts";
import { contactMapping, guessContacts, isContact } from "../contact-columns.ts";
import { kindOf, missingPeople } from "../kind.ts";
import { personOf, shownPerson, type Person } from "../rows.ts";

/** Rows become contacts, or change those with their number. */
export const contactKind = kindOf<Person>({
  name: "contacts",
  needsName: true,
  missing: missingPeople,
  guess: guessContacts,
  mapping: contactMapping,
  isData: isContact,
  slice: 25,
  existing: "updated",
  rowOf: personOf,
  keyOf: ({ number }) => numberKey(number),
  numberOf: ({ number }) => number,
  isKnown: (db, { number }) => findByIdentifiers(db, [{ type: "phone", value: number }]).length > 0,
  namesOf(db, { name, number }) {
    const [existing] = findByIdentifiers(db, [{ type: "phone", value: number }]);
    return existing && isNamed(existing) && existing.name !== name
      ? { from: existing.name, to: name }
      : undefined;
  },
  display: shownPerson,
  isWithoutEmail: ({ isEmailBad = false }) => isEmailBad,
  save(tx, people, { identifiers, renames }) {
    const tagIds = tagIdsByPerson(tx, people);
    const outcomes = people.map((person) => {
      const imported = importPerson(
        tx,
        person,
        tagIds(person),
        identifiers.get(person.number),
        renames(person),
      );
      // New contacts are announced by one event at the end.
      if (imported.how === "updated" && hasActiveTicket(tx, imported.id)) emitContact(tx, imported);
      return imported.how;
    });
    const created = outcomes.filter((one) => one === "created").length;
    return { created, updated: outcomes.length - created, duplicated: 0 };
  },
  // One event for all contacts: thousands would keep everyone's screen busy.
  announce: (tx) => tx.emit("contact", "reload", {}, { to: "everyone" }),
});
