import { isOptedOut, optOut } from "../../opt-outs/opt-outs.ts";
import { numberKey } from "../../../shared/phone.ts";
import { kindOf, missingPeople } from "../kind.ts";
import { personOf, type Person } from "../rows.ts";

/** Rows become opt-outs: of those who have told the shop elsewhere. rules.md#opt-outs */
export const optOutKind = kindOf<Person>({
  name: "optOuts",
  needsName: false,
  missing: missingPeople,
  slice: 50,
  known: "duplicated",
  rowOf(cells, mapping) {
    if (mapping.name !== null && cells[mapping.name] === null) return "formula";
    if (mapping.name !== null && (cells[mapping.name] ?? "").trim() !== "")
      return personOf(cells, mapping);
    // A row without a name is read as if it had one.
    const person = personOf([...cells, "--"], { ...mapping, name: cells.length });
    return typeof person === "string" ? person : { ...person, name: "" };
  },
  keyOf: ({ number }) => numberKey(number),
  numberOf: ({ number }) => number,
  isKnown: (store, { number }) => isOptedOut(store, number),
  save(tx, people, { userId }) {
    let created = 0;
    for (const { number, name } of people) {
      if (isOptedOut(tx.store, number)) continue;
      optOut(tx, { number, name, source: "import", userId }, { isSilent: true });
      created += 1;
    }
    return { created, updated: 0, duplicated: people.length - created };
  },
  announce: (tx) => tx.emit("optOut", "reload", {}, { to: "admins" }),
});
