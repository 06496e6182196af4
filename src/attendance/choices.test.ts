import { expect, test } from "bun:test";
import { interactiveOf, ratingChoices, ratingOf } from "./choices.ts";

const choices = (count: number, title = (index: number) => `Opção ${index}`) => ({
  text: "Escolha:",
  list: "Ver opções",
  choices: Array.from({ length: count }, (_, index) => ({ id: `${index}`, title: title(index) })),
});

test("three short choices are buttons, more are a list, and more than ten are a text", () => {
  expect(interactiveOf(choices(3))).toMatchObject({ type: "buttons" });
  expect(interactiveOf(choices(4))).toMatchObject({ type: "list", button: "Ver opções" });
  expect(interactiveOf(choices(10))).toMatchObject({ type: "list" });
  expect(interactiveOf(choices(11))).toBeUndefined();
  expect(interactiveOf(choices(0))).toBeUndefined();
});

test("a button has 20 characters at most, a row 24, and a longer title goes below it", () => {
  const long = (length: number) => choices(2, (index) => `${index}`.padEnd(length, "x"));
  expect(interactiveOf(long(20))).toMatchObject({ type: "buttons" });
  expect(interactiveOf(long(21))).toMatchObject({ type: "list" });
  const rows = (length: number) =>
    (interactiveOf(long(length)) as { sections: { rows: object[] }[] }).sections[0]!.rows[0];
  expect(rows(24)).toEqual({ id: "0", title: "0".padEnd(24, "x") });
  expect(rows(25)).toEqual({
    id: "0",
    title: `${"0".padEnd(23, "x")}…`,
    description: "0".padEnd(25, "x"),
  });
});

test("buttons with the same words are a list, and a text of more than 1,024 stays a text", () => {
  expect(interactiveOf(choices(2, () => "Bolo"))).toMatchObject({ type: "list" });
  const long = (length: number) => interactiveOf({ ...choices(2), text: "x".repeat(length) });
  expect([long(1024)?.type, long(1025)?.type]).toEqual(["buttons", undefined]);
});

test("a rating is in the id of its button", () => {
  const { choices: three } = ratingChoices("");
  expect(three.map(({ id }) => ratingOf(id))).toEqual([1, 2, 3]);
  expect([ratingOf(undefined), ratingOf("rating/4"), ratingOf("queue/1")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
