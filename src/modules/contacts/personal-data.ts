import { eq } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { pairs, section } from "../personal-data/html.ts";
import {
  deleteRows,
  moveRows,
  part,
  type Leftovers,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import { addressesOf, moveAddresses } from "./addresses.ts";
import { findContact } from "./contacts.ts";
import { fieldsOf, mergeFields, replaceFields, withFields } from "./fields.ts";
import { identifiersOf } from "./identifiers.ts";
import {
  contactAddresses,
  contactFields,
  contacts,
  contactTags,
  identifiers,
  type ContactAddress,
} from "./table.ts";

const withContact = "it is in the contact's part";

const exportTexts = {
  ptBR: {
    person: "Quem é",
    name: "Nome",
    ownName: "Nome no WhatsApp",
    username: "Usuário no WhatsApp",
    email: "E-mail",
    numbers: "Identificadores",
    tags: "Tags",
    addresses: "Endereços",
  },
  en: {
    person: "Who it is",
    name: "Name",
    ownName: "Name on WhatsApp",
    username: "Username on WhatsApp",
    email: "E-mail",
    numbers: "Identifiers",
    tags: "Tags",
    addresses: "Addresses",
  },
  es: {
    person: "Quién es",
    name: "Nombre",
    ownName: "Nombre en WhatsApp",
    username: "Usuario en WhatsApp",
    email: "Correo",
    numbers: "Identificadores",
    tags: "Etiquetas",
    addresses: "Direcciones",
  },
};

export const contactData: PersonalData[] = [
  {
    table: contacts,
    erase: anonymise,
    export: part({
      name: "contact",
      read,
      section: (contact, { language }) => {
        const texts = exportTexts[language];
        return section(
          texts.person,
          pairs([
            [texts.name, contact.name],
            [texts.ownName, contact.pushName],
            [texts.username, contact.username && `@${contact.username}`],
            [texts.email, contact.email],
            [texts.numbers, contact.names.map(({ value }) => value).join(", ")],
            ...contact.extraInfo.map(({ name, value }): [string, string] => [name, value]),
            [texts.tags, contact.tags.map(({ name }) => name).join(", ")],
            ...contact.addresses.map((address, index): [string, string] => [
              `${texts.addresses} ${index + 1}`,
              written(address),
            ]),
          ]),
        );
      },
    }),
    merge: "the row that goes is read once all that hangs on it has moved",
    searchIndex: "contactSearch",
  },
  {
    table: identifiers,
    erase: deleteRows(identifiers),
    export: withContact,
    merge: moveRows(identifiers),
  },
  {
    table: contactFields,
    erase: deleteRows(contactFields),
    export: withContact,
    merge: (tx, winnerId, loserId) =>
      replaceFields(tx, winnerId, mergeFields(fieldsOf(tx, winnerId), fieldsOf(tx, loserId))),
  },
  {
    table: contactTags,
    erase: deleteRows(contactTags),
    export: withContact,
    merge: moveRows(contactTags),
  },
  {
    table: contactAddresses,
    erase: deleteRows(contactAddresses),
    export: withContact,
    merge: moveAddresses,
  },
];

/** The name of an erased contact in the tickets that stay. */
const erasedName = "Contato apagado";

function anonymise(tx: Tx, { id }: Person, leftovers: Leftovers) {
  const picture = findContact(tx, id).profilePicUrl.split("/")[3];
  if (picture) leftovers.files.push(picture);
  const now = new Date(tx.now());
  tx.update(contacts)
    .set({
      name: erasedName,
      pushName: "",
      number: "",
      username: "",
      email: "",
      profilePicUrl: "",
      active: true,
      disableBot: false,
      erasedAt: now,
      updatedAt: now,
    })
    .where(eq(contacts.id, id))
    .run();
}

function read(db: CompanyDb, { id }: Person) {
  const { erasedAt: _, ...contact } = withFields(db, findContact(db, id));
  return { ...contact, names: identifiersOf(db, id), addresses: addressesOf(db, id) };
}

const written = ({
  type,
  label,
  address,
  number,
  complement,
  neighborhood,
  city,
  state,
  zipCode,
}: ContactAddress) =>
  [
    [type, label].filter(Boolean).join(" · "),
    [address, number, complement].filter(Boolean).join(", "),
    neighborhood,
    `${city} ${state}`,
    zipCode,
  ]
    .filter(Boolean)
    .join("\n");
