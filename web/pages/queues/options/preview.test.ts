import { expect, test } from "bun:test";
import { levelText } from "../../../../src/attendance/texts.ts";
import { levelPreview, nodePreview } from "./preview.ts";
import { newNode } from "./tree.ts";

const children = [
  newNode({ option: "1", title: "Bolos" }),
  newNode({ option: "2", title: "Pães" }),
];
const rows = children.map(({ key, option, title, message }) => ({
  id: key,
  parentId: null,
  option,
  title,
  message,
  mediaId: null,
}));

test("the editor shows what the desk will say", () => {
  expect(levelPreview("Olá!", children, true)).toBe(levelText("Olá!", rows, false));
  expect(levelPreview("", children, true)).toBe(levelText("", rows, false));
  expect(nodePreview(newNode({ title: "Cardápio", message: "Escolha:", children }))).toBe(
    levelText("Escolha:", rows, true),
  );
  expect(nodePreview(newNode({ title: "Cardápio", children }))).toBe(
    levelText("Cardápio", rows, true),
  );
  expect(nodePreview(newNode({ title: "Preço", message: "R$ 5" }))).toBe("R$ 5");
});
