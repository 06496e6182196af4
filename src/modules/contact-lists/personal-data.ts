import { eq, inArray } from "drizzle-orm";
import { numberKey } from "../../shared/phone.ts";
import { list, section, text } from "../personal-data/html.ts";
import { part, type Person, type PersonalData } from "../personal-data/register.ts";
import { contactListItems, contactLists } from "./table.ts";

const titles = { ptBR: "Listas de contatos", en: "Contact lists", es: "Listas de contactos" };

const ofPerson = ({ identifiers }: Person) =>
  inArray(
    contactListItems.numberKey,
    identifiers.filter(({ type }) => type === "phone").map(({ value }) => numberKey(value)),
  );

/** Items of contact lists refer to no contact, so they are found by their number. */
export const contactListData: PersonalData[] = [
  {
    table: contactListItems,
    erase: (tx, person) => void tx.delete(contactListItems).where(ofPerson(person)).run(),
    export: part({
      name: "contactLists",
      read: (db, person) =>
        db
          .select({
            list: contactLists.name,
            name: contactListItems.name,
            number: contactListItems.number,
            email: contactListItems.email,
          })
          .from(contactListItems)
          .innerJoin(contactLists, eq(contactLists.id, contactListItems.contactListId))
          .where(ofPerson(person))
          .all(),
      section: (items, { language }) =>
        section(
          titles[language],
          list(
            items.map(({ list: name, ...item }) =>
              text([name, item.name, item.number, item.email].filter(Boolean).join(" · ")),
            ),
          ),
        ),
    }),
    merge: "it hangs on a number",
  },
];
