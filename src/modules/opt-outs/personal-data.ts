import { eq } from "drizzle-orm";
import { list, section, text, time } from "../personal-data/html.ts";
import { part, type PersonalData } from "../personal-data/register.ts";
import { erasedKey, ofNumbers } from "./keys.ts";
import { optOuts } from "./table.ts";

const title = {
  ptBR: "Pediu para não receber campanhas",
  en: "Asked not to get campaigns",
  es: "Pidió no recibir campañas",
};

export const optOutData: PersonalData[] = [
  {
    table: optOuts,
    // The opt-out itself stays, so that an erased person still gets no campaigns. rules.md#opt-outs
    erase: (tx, { identifiers }) => {
      const numbers = identifiers.filter(({ type }) => type === "phone").map(({ value }) => value);
      for (const { id, number } of tx.select().from(optOuts).where(ofNumbers(tx, numbers)).all()) {
        if (number === null) continue;
        tx.delete(optOuts)
          .where(eq(optOuts.numberKey, erasedKey(tx, number)))
          .run();
        tx.update(optOuts)
          .set({
            number: null,
            name: "",
            reason: "",
            backReason: null,
            numberKey: erasedKey(tx, number),
          })
          .where(eq(optOuts.id, id))
          .run();
      }
    },
    export: part({
      name: "optOuts",
      read: (db, { identifiers }) =>
        db
          .select({
            at: optOuts.at,
            source: optOuts.source,
            reason: optOuts.reason,
            backAt: optOuts.backAt,
            backReason: optOuts.backReason,
          })
          .from(optOuts)
          .where(
            ofNumbers(
              db,
              identifiers.filter(({ type }) => type === "phone").map(({ value }) => value),
            ),
          )
          .all(),
      section: (rows, { language, dates }) =>
        section(
          title[language],
          list(rows.map(({ at, reason }) => `${time(at, dates.moment)} ${text(reason)}`)),
        ),
    }),
    merge: "it hangs on a number",
  },
];
