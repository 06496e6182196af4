import { expect, test } from "bun:test";
import { contactMapping, guessContacts, isContact } from "./contact-columns.ts";
import { personOf } from "./rows.ts";
import type { Cell, Mapping, Refusal } from "./table.ts";

const guessMapping = (head: Cell[], sample: Cell[][]) =>
  contactMapping(guessContacts(head, sample));

const all: Mapping = {
  name: 0,
  number: 1,
  email: 2,
  tags: 3,
  fields: [{ column: 4, name: "Cidade" }],
};
const bia = ["Bia", "+55 (11) 98888-0001", "BIA@exemplo.com.br", "vip; atacado, vip", "Santos"];

test("a row gives a person", () => {
  expect(personOf(bia, all)).toEqual({
    name: "Bia",
    number: "5511988880001",
    email: "bia@exemplo.com.br",
    tags: ["vip", "atacado"],
    fields: [{ name: "Cidade", value: "Santos" }],
  });
  expect(personOf(["Bia", "11 98888-0001"], all)).toEqual({
    name: "Bia",
    number: "5511988880001",
    email: "",
    tags: [],
    fields: [],
  });
  expect(personOf(["Bia", "5511988880001.0"], all)).toMatchObject({ number: "5511988880001" });
});

test("an e-mail that is none does not refuse a person", () => {
  expect(personOf(bia.with(2, "bia@"), all)).toEqual({
    name: "Bia",
    number: "5511988880001",
    email: "",
    tags: ["vip", "atacado"],
    fields: [{ name: "Cidade", value: "Santos" }],
    isEmailBad: true,
  });
});

test("a refused row says why", () => {
  const without = (column: number, cell: string | null) =>
    personOf(bia.with(column, cell as string), all) as Refusal;
  const reasons = (...given: Refusal[]) => given.map(({ reason }) => reason);
  expect(
    reasons(without(0, ""), without(0, "B"), without(0, "B".repeat(101)), without(0, null)),
  ).toEqual(["noName", "badName", "badName", "formula"]);
  expect(
    reasons(
      without(1, " "),
      without(1, "123"),
      without(1, "1".repeat(16)),
      without(1, "5,5119E+12"),
      without(1, "falar com Ana"),
      without(1, null),
    ),
  ).toEqual(["noNumber", "badNumber", "badNumber", "badNumber", "badNumber", "formula"]);
  expect([
    without(2, null),
    without(3, "vi"),
    without(3, "v".repeat(41)),
    without(4, null),
  ]).toEqual([
    { reason: "formula", column: 2 },
    { reason: "badTag", column: 3 },
    { reason: "badTag", column: 3 },
    { reason: "formula", column: 4 },
  ]);
  expect(personOf([...bia, null], all)).toMatchObject({ name: "Bia" });
});

test("columns are recognised by their names, in three languages", () => {
  const guess = (...head: string[]) => guessMapping(head, []);
  expect(guess("Nome", "Número", "E-mail", "Etiquetas")).toEqual({
    name: 0,
    number: 1,
    email: 2,
    tags: 3,
    fields: [],
    more: [],
  });
  expect(guess("ID", "Name", "Phone", "Email", "Tags")).toMatchObject({
    name: 1,
    number: 2,
    email: 3,
    tags: 4,
  });
  expect(guess("Nombre", "Teléfono", "Correo electrónico")).toMatchObject({
    name: 0,
    number: 1,
    email: 2,
    tags: null,
  });
  expect(guess("Código", "Nome do cliente", "Fone celular (WhatsApp)")).toMatchObject({
    name: 1,
    number: 2,
    email: null,
  });
  expect(guess("numero", "nome")).toMatchObject({ name: 1, number: 0 });
  expect(guess("A", "B")).toEqual({
    name: null,
    number: null,
    email: null,
    tags: null,
    fields: [],
    more: [],
  });
});

test("without names, columns are recognised by their contents", () => {
  expect(
    guessMapping(
      ["Bia", "5511988880001", "bia@exemplo.com.br"],
      [
        ["Bia", "5511988880001", "bia@exemplo.com.br"],
        ["João", "(11) 97777-0002", "j@x.com"],
      ],
    ),
  ).toMatchObject({ name: 0, number: 1, email: 2 });
  expect([
    isContact(["Bia", "5511988880001"]),
    isContact(["Nome", "Número"]),
    isContact(["Nome", null]),
  ]).toEqual([true, false, false]);
});

test("a column that is called a number must hold numbers, and further ones hold the rest", () => {
  expect(
    guessMapping(
      ["Cliente", "Endereço", "Número", "Telefone", "Celular", "E-mail", "E-mail 2"],
      [
        ["Bia", "Rua A", "12", "(11) 3333-4444", "11 98888-0001", "bia@exemplo.com.br", ""],
        ["Davi", "Rua B", "340", "", "11 97777-0002", "", ""],
      ],
    ),
  ).toEqual({
    name: 0,
    number: 4,
    email: 5,
    tags: null,
    fields: [],
    more: [
      { column: 6, name: "email" },
      { column: 3, name: "number" },
    ],
  });
  expect(
    guessMapping(["CPF", "Nome", "Fax"], [["123.456.789-09", "Bia", "1133334444"]]),
  ).toMatchObject({ name: 1, number: null });
  expect(guessMapping(["Sobrenome", "Nome", "Fone"], [])).toMatchObject({
    name: 1,
    number: 2,
    more: [{ column: 0, name: "name" }],
  });
});

test("a name comes from several columns, and a company names who has none", () => {
  const mapping: Mapping = {
    name: 0,
    number: 2,
    email: 4,
    tags: null,
    fields: [],
    more: [
      { column: 1, name: "name" },
      { column: 3, name: "otherName" },
      { column: 5, name: "number" },
    ],
  };
  const of = (...cells: Cell[]) => personOf(cells, mapping);
  expect(
    of("Ana", "Souza", "11 3333-4444", "Padaria", "x ::: ana@exemplo.com.br", "11988880001"),
  ).toEqual({
    name: "Ana Souza",
    number: "5511988880001",
    email: "ana@exemplo.com.br",
    tags: [],
    fields: [],
  });
  expect(of("", "", 5511988880001, "Padaria")).toMatchObject({ name: "Padaria" });
  expect(of("", "", "11988880001", "")).toEqual({ reason: "noName", column: 0 });
  expect(of("Ana", "", "", "", "", "12")).toEqual({ reason: "badNumber", column: 5 });
});

test("a number without an area code gets the company's, and a service number is refused", () => {
  const cells = (number: string) => bia.with(1, number);
  expect(personOf(cells("98888-0001"), all, [], "11")).toMatchObject({ number: "5511988880001" });
  expect(personOf(cells("98888-0001"), all)).toEqual({ reason: "noAreaCode", column: 1 });
  expect(personOf(cells("0800 123 4567"), all)).toEqual({ reason: "serviceNumber", column: 1 });
  expect(personOf(cells("0800 123 4567 / 11 98888-0001"), all)).toMatchObject({
    number: "5511988880001",
  });
});
