import { digits } from "../../kit/db/text.ts";
import { guess, mappingOf, type ColumnKind, type Guess, type Vendor } from "./guess.ts";
import { moreTargets, type Cell, type Mapping } from "./table.ts";
import { folded, textOf } from "./cells.ts";

// Cells are judged by many: these look at no more than a number's or an address's length.
const hasNumber = (_: Cell, text: string) => digits(text.slice(0, 60)).length >= 8;
/** A CPF has as many digits as a mobile number. */
const isPlainNumber = (_: Cell, text: string) =>
  text.length <= 30 &&
  !/\p{L}/u.test(text) &&
  /^(55)?[1-9]\d(9\d{8}|[2-8]\d{7})$/.test(digits(text)) &&
  !/^\d{3}\.\d{3}\.\d{3}-\d\d$/.test(text);
const isName = (_: Cell, text: string) => /\p{L}/u.test(text) && !text.includes("@");
const hasEmail = (_: Cell, text: string) => address.test(text);
const address = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

const wholeName =
  /^(nome completo|full name|nombre completo|display name|nome (do )?(cliente|contato))$/;

/** The kinds of columns in a table of contacts, with their names in three languages. */
const contactColumns: ColumnKind[] = [
  {
    target: "email",
    names: [/^(e-?mail|correo)( \d)?$/, /^(e-?mail|correo)\b/, /e-?mail|correo/],
    fits: (_, text) => text.includes("@"),
    proves: hasEmail,
    many: true,
  },
  {
    target: "number",
    names: [
      /^(whats ?app|celular|mobile|movil|cel\.?)( \d)?$/,
      /^(numero|number|telefone|phone|telefono|fone|tel\.?)( \d)?$/,
      /whats|celular|mobile|movil|\bcel\b/,
      /telefone|telefono|phone|\bfones?\b|\btel\b/,
      /^(numero|number|contato|contacto|contact)\b/,
    ],
    never:
      /\bfax\b|ramal|extension|\bcep\b|\bcpf\b|cnpj|document|pedido|\blabel\b|\btype\b|\btipo\b/,
    fits: hasNumber,
    proves: isPlainNumber,
    many: true,
  },
  {
    target: "name",
    names: [
      /^(nome|name|nombre)$/,
      wholeName,
      /^(primeiro nome|first name|given name|nombre de pila)$/,
      /^(nome|name|nombre)\b/,
      /^(cliente|customer|contato|contacto|contact|razao social|aluno|paciente)\b/,
    ],
    never: /\b(mae|pai|madre|padre|conjuge|fantasia|empresa|company|prefix|suffix|meio)\b/,
    fits: isName,
    proves: (_, text) => /^\p{L}[\p{L}\s.'-]+$/u.test(text),
  },
  {
    target: "lastName",
    names: [/^(sobrenome|ultimo nome|last name|family name|surname|apellidos?)$/],
  },
  { target: "middleName", names: [/^(nome do meio|segundo nome|middle name|segundo nombre)$/] },
  {
    target: "otherName",
    names: [/^(empresa|company|nome (de )?fantasia|fantasia|organizacao|organization( name)?)$/],
  },
  {
    target: "tags",
    names: [/^(tags?|etiquetas?|labels?)$/, /\b(tags?|etiquetas?|marcador(es)?)\b/],
    many: true,
  },
];

/** Programs that people export their contacts from. */
const vendors: Vendor[] = [
  // Google's CSV since 2024.
  {
    signature: [/^first name$/, /^file as$/, /^labels$/],
    columns: {
      name: [/^first name$/, /^middle name$/, /^last name$/],
      otherName: [/^organization name$/, /^file as$/, /^nickname$/],
      number: [/^phone \d+ - value$/],
      email: [/^e-mail \d+ - value$/],
      tags: [/^labels$/],
    },
  },
  // Google's CSV until then.
  {
    signature: [/^name$/, /^given name$/, /^family name$/, /^yomi name$/],
    columns: {
      name: [/^name$/],
      otherName: [/^organization 1 - name$/, /^nickname$/],
      number: [/^phone \d+ - value$/],
      email: [/^e-mail \d+ - value$/],
      tags: [/^group membership$/],
    },
  },
  // Outlook in English: the program, and its pages.
  {
    signature: [/^first name$/, /^last name$/, /^mobile phone$/, /^business phone$/],
    columns: {
      name: [/^first name$/, /^middle name$/, /^last name$/],
      otherName: [/^company$/, /^nickname$/],
      number: [
        /^mobile phone$/,
        /^primary phone$/,
        /^home phone( 2)?$/,
        /^business phone( 2)?$/,
        /^(other phone|company main phone|car phone)$/,
      ],
      email: [/^e-mail address$/, /^e-mail [23] address$/],
      tags: [/^categories$/],
    },
  },
  // Outlook in Portuguese.
  {
    signature: [
      /^(primeiro )?nome$/,
      /^sobrenome$/,
      /^(telefone )?celular$/,
      /^telefone comercial$/,
    ],
    columns: {
      name: [/^(primeiro )?nome$/, /^(segundo nome|nome do meio)$/, /^sobrenome$/],
      otherName: [/^empresa$/, /^apelido$/],
      number: [
        /^(telefone )?celular$/,
        /^telefone principal$/,
        /^telefone residencial( 2)?$/,
        /^telefone comercial( 2)?$/,
        /^(outro telefone|telefone principal da empresa|telefone do carro)$/,
      ],
      email: [/^(endereco de e-?mail|e-?mail)$/, /^(endereco de e-?mail|e-?mail) [23]$/],
      tags: [/^categorias$/],
    },
  },
  // vCards, as they are read here.
  {
    signature: [/^fn$/, /^tel$/, /^email$/, /^org$/],
    columns: {
      name: [/^fn$/],
      otherName: [/^org$/, /^nickname$/],
      number: [/^tel$/],
      email: [/^email$/],
      tags: [/^categories$/],
    },
  },
];

/** Guesses which contact field each column holds. */
export function guessContacts(head: Cell[], sample: Cell[][]): Guess {
  const { columns, score } = guess(head, sample, contactColumns, vendors);
  const first = columns.find(({ target }) => target === "name");
  const isWhole = wholeName.test(folded(textOf(head[first?.column ?? -1])));
  // A name's further parts are of one kind, in the order of a full name.
  const order = ["name", "middleName", "lastName"];
  return {
    score,
    columns: columns
      .filter(({ target }) => !(isWhole && (target === "middleName" || target === "lastName")))
      .toSorted((one, other) => order.indexOf(one.target) - order.indexOf(other.target))
      .map(({ target, column }) => ({
        target: order.includes(target) ? "name" : target,
        column,
      })),
  };
}

export const contactMapping = (guessed: Guess): Mapping =>
  mappingOf(guessed, ["name", "number", "email", "tags"], (target) =>
    moreTargets.some((one) => one === target),
  );

/** Whether a row is a contact, and not column names. */
export const isContact = (cells: Cell[]) =>
  cells.some((cell) => {
    const text = textOf(cell);
    return (
      text.length <= 254 &&
      ((/^[+\d\s().-]+$/.test(text) && digits(text).length >= 8) || address.test(text))
    );
  });
