import { isOptedOut, optOut } from "../../opt-outs/opt-outs.ts";
import { numberKey } from "../../../shared/phone.ts";
import { contactMapping, guessContacts, isContact } from "../contact-columns.ts";
import { textOf } from "../cells.ts";
import { kindOf, missingPeople } from "../kind.ts";
import { columnsFor, isRefused, personOf, shownPerson, type Person } from "../rows.ts";

/** Rows become opt-outs of people who told the shop in another way. rules.md#opt-outs */
export const optOutKind = kindOf<Person>({
  name: "optOuts",
  needsName: false,
  missing: missingPeople,
  guess: guessContacts,
  mapping: contactMapping,
  isData: isContact,
  slice: 50,
  existing: "duplicated",
  rowOf(cells, mapping, decimals, areaCode) {
    const columns = [...columnsFor(mapping, "name"), ...columnsFor(mapping, "otherName")];
    if (columns.some((column) => cells[column] === null || textOf(cells[column]) !== ""))
      return personOf(cells, mapping, decimals, areaCode);
    // A row without a name is read as if it had one.
    const person = personOf(
      [...cells, "--"],
      { ...mapping, name: cells.length },
      decimals,
      areaCode,
    );
    return isRefused(person) ? person : { ...person, name: "" };
  },
  keyOf: ({ number }) => numberKey(number),
  display: shownPerson,
  numberOf: ({ number }) => number,
  isKnown: (db, { number }) => isOptedOut(db, number),
  save(tx, people, { userId }) {
    let created = 0;
    for (const { number, name } of people) {
      if (isOptedOut(tx, number)) continue;
      optOut(tx, { number, name, source: "import", userId }, { isSilent: true });
      created += 1;
    }
    return { created, updated: 0, duplicated: people.length - created };
  },
  announce: (tx) => tx.emit("optOut", "reload", {}, { to: "admins" }),
});
