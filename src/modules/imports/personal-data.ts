import { and, eq } from "drizzle-orm";
import type { Person, PersonalData } from "../personal-data/register.ts";
import { importRows, type Cell } from "./table.ts";

/**
 * Refused rows stay readable, but not those with an erased contact's number, name or e-mail
 * address.
 */
export const importData: PersonalData[] = [
  {
    table: importRows,
    erase: (tx, person) => {
      const isTheirs = rowsOf(person);
      for (const { importId, sheet, line, cells } of tx.select().from(importRows).all()) {
        if (isTheirs(cells))
          tx.delete(importRows)
            .where(
              and(
                eq(importRows.importId, importId),
                eq(importRows.sheet, sheet),
                eq(importRows.line, line),
              ),
            )
            .run();
      }
    },
    export: "what was refused is not known of them",
    merge: "it hangs on no contact",
  },
];

/**
 * Whether a row is a person's. Of numbers the last eight digits count: they are the same with and
 * without the ninth digit.
 */
function rowsOf({ names, email, identifiers }: Person): (cells: Cell[]) => boolean {
  const endings = identifiers
    .filter(({ type, value }) => type === "phone" && value.length >= 8)
    .map(({ value }) => value.slice(-8));
  const called = names.map(folded);
  const address = folded(email);
  return (cells) => {
    const texts = cells.map((cell) => folded(String(cell ?? "")));
    // A name may be spread over two columns.
    const whole = ` ${texts.join(" ")} `;
    return (
      endings.some((ending) =>
        texts.some((text) => text.replace(/[ ().+-]/g, "").includes(ending)),
      ) ||
      called.some((name) =>
        name.includes(" ") ? whole.includes(` ${name} `) : texts.includes(name),
      ) ||
      (address !== "" && whole.includes(address))
    );
  };
}

const folded = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
