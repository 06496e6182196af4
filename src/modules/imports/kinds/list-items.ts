import { and, eq } from "drizzle-orm";
import { numberKey } from "../../../shared/phone.ts";
import { emitReload, insertItems } from "../../contact-lists/lists.ts";
import { contactListItems, contactLists } from "../../contact-lists/table.ts";
import { contactMapping, guessContacts, isContact } from "../contact-columns.ts";
import { importPerson } from "../import-person.ts";
import { kindOf, missingPeople } from "../kind.ts";
import { personOf, shownPerson, type Person } from "../rows.ts";

/**
 * Rows become contacts of the list that the import names. A number that the list has stays as it
 * is.
 */
export const listItemKind = kindOf<Person>({
  name: "contactListItems",
  needsName: true,
  missing: missingPeople,
  guess: guessContacts,
  mapping: contactMapping,
  isData: isContact,
  slice: 100,
  existing: "duplicated",
  rowOf: personOf,
  keyOf: ({ number }) => numberKey(number),
  numberOf: ({ number }) => number,
  isKnown: (db, { number }, targetId) =>
    db
      .select({ id: contactListItems.id })
      .from(contactListItems)
      .where(
        and(
          eq(contactListItems.contactListId, targetId ?? 0),
          eq(contactListItems.numberKey, numberKey(number)),
        ),
      )
      .get() !== undefined,
  display: shownPerson,
  isWithoutEmail: ({ isEmailBad = false }) => isEmailBad,
  save(tx, people, { targetId, identifiers }) {
    // The list may have been deleted meanwhile.
    if (
      targetId === null ||
      !tx
        .select({ id: contactLists.id })
        .from(contactLists)
        .where(eq(contactLists.id, targetId))
        .get()
    )
      return { created: 0, updated: 0, duplicated: 0 };
    for (const person of people)
      if (person.fields.length > 0)
        importPerson(tx, person, [], identifiers.get(person.number), false);
    const created = insertItems(
      tx,
      targetId,
      people.map(({ name, number, email }) => {
        const phone = identifiers.get(number)?.find(({ type }) => type === "phone")?.value;
        return {
          name,
          number: phone ?? number,
          email,
          isWhatsappValid: phone === undefined ? null : true,
        };
      }),
    );
    return { created, updated: 0, duplicated: people.length - created };
  },
  announce(tx, { targetId }) {
    if (
      targetId !== null &&
      tx
        .select({ id: contactLists.id })
        .from(contactLists)
        .where(eq(contactLists.id, targetId))
        .get()
    )
      emitReload(tx, targetId);
  },
});
