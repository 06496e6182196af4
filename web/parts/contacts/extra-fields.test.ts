import { expect, test } from "bun:test";
import { nameErrors, isLocked, rowsOf, toSend, type ExtraField } from "./extra-fields.ts";

const row = (key: number, name: string, value: string, id: number | null = null): ExtraField => ({
  key,
  id,
  name,
  value,
});

test("CPF and NOME keep their names once they are there, however they are written", () => {
  expect(
    rowsOf([
      { id: 1, name: "CPF", value: "1" },
      { id: 2, name: "nome", value: "" },
      { id: 3, name: "Rua", value: "" },
    ]).map(isLocked),
  ).toEqual([true, true, false]);
  expect(isLocked(row(-1, "CPF", ""))).toBe(false);
});

test("a row that nothing was written in is neither sent nor wrong", () => {
  const rows = [row(1, " Rua ", " Palmeiras ", 1), row(-1, "", " ")];
  expect(toSend(rows)).toEqual([{ id: 1, name: "Rua", value: "Palmeiras" }]);
  expect(nameErrors(rows).size).toBe(0);
});

test("each name is there once, whatever its case; a value needs a name", () => {
  expect([
    ...nameErrors([
      row(1, "Rua", "1", 1),
      row(-1, "RUA", "2"),
      row(-2, "", "3"),
      row(2, "", "", 2),
    ]),
  ]).toEqual([
    [-1, "taken"],
    [-2, "required"],
    [2, "required"],
  ]);
});
