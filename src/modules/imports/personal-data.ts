import { sql } from "drizzle-orm";
import type { PersonalData } from "../personal-data/register.ts";
import { importRows } from "./table.ts";

/** Refused rows are kept to be read, but not those with an erased contact's number. The last eight digits are the same with and without the ninth digit. */
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
