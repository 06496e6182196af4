import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { emitContact, hasActiveTicket, importPerson, tagIdsByPerson } from "../import-person.ts";
import { kindOf, missingPeople } from "../kind.ts";
import { personOf, type Person } from "../rows.ts";

/** Rows become contacts, or change those with their number. */
export const contactKind = kindOf<Person>({
  name: "contacts",
  needsName: true,
  missing: missingPeople,
  slice: 25,
  known: "updated",
  rowOf: personOf,
  keyOf: ({ number }) => number,
  numberOf: ({ number }) => number,
  isKnown: (store, { number }) => findByIdentifiers(store, [{ type: "phone", value: number }]).length > 0,
  save(tx, people, { identifiers }) {
    const tagIds = tagIdsByPerson(tx, people);
    const outcomes = people.map((person) => {
      const imported = importPerson(tx, person, tagIds(person), identifiers.get(person.number));
      // New contacts are announced by one event at the end.
      if (imported.how === "updated" && hasActiveTicket(tx.store, imported.id)) emitContact(tx, imported);
      return imported.how;
    });
    const created = outcomes.filter((one) => one === "created").length;
    return { created, updated: outcomes.length - created, duplicated: 0 };
  },
  // One event for all contacts: thousands would keep everyone's screen busy.
  announce: (tx) => tx.emit("contact", "reload", {}, { to: "everyone" }),
});
