import { sql } from "drizzle-orm";
import type { PersonalData } from "../personal-data/register.ts";
import { importRows } from "./table.ts";

/** Rows of spreadsheets that were refused stay to be read: not those of who is forgotten. The last eight digits are in both forms of a number. */
export const importData: PersonalData[] = [
  {
    table: importRows,
    erase: (tx, { identifiers }) => {
      const endings = identifiers.filter(({ type, value }) => type === "phone" && value.length >= 8).map(({ value }) => value.slice(-8));
      const plain = [" ", "-", "(", ")", ".", "+"].reduce((text, mark) => sql`replace(${text}, ${mark}, '')`, sql`${importRows.cells}`);
      for (const ending of endings) tx.delete(importRows).where(sql`instr(${plain}, ${ending}) > 0`).run();
    },
    export: "what was refused is not known of them",
    merge: "it hangs on no contact",
  },
];
