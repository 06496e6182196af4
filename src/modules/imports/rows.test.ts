import { expect, test } from "bun:test";
import { guessMapping, isContact } from "./guess-mapping.ts";
import { personOf } from "./rows.ts";
import type { Mapping } from "./table.ts";

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
    personOf(bia.with(column, cell as string), all);
  expect([without(0, ""), without(0, "B"), without(0, "B".repeat(101)), without(0, null)]).toEqual([
    "noName",
    "badName",
    "badName",
    "formula",
  ]);
  expect([
    without(1, " "),
    without(1, "123"),
    without(1, "1".repeat(16)),
    without(1, "5,5119E+12"),
    without(1, "falar com Ana"),
    without(1, null),
  ]).toEqual(["noNumber", "badNumber", "badNumber", "badNumber", "badNumber", "formula"]);
  expect(without(2, null)).toBe("formula");
  expect([without(3, "vi"), without(3, "v".repeat(41))]).toEqual(["badTag", "badTag"]);
  expect(without(4, null)).toBe("formula");
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
