import { expect, test } from "bun:test";
import { maxOptionDepth } from "../../../../src/shared/limits.ts";
import {
  changed,
  heightOf,
  indented,
  inserted,
  withIds,
  newNode,
  type Node,
  outdented,
  placeOf,
  removed,
  rowsOf,
  sentOf,
  shifted,
  sorted,
  treeOf,
  errorsFromServer,
  nodeErrors,
} from "./tree.ts";

const node = (title: string, option: string, children: Node[] = []) =>
  newNode({ title, option, children });
const drawn = (nodes: Node[]) =>
  rowsOf(nodes).map(({ node: { title }, way }) => `${way.join(".")} ${title}`);
const keyOf = (nodes: Node[], title: string) =>
  rowsOf(nodes).find(({ node }) => node.title === title)!.node.key;

const bakery = () => [
  node("Bolos", "1", [node("Fubá", "1"), node("Cenoura", "2")]),
  node("Pães", "2"),
  node("Falar com gente", "3"),
];

test("what moves among its siblings leaves the numbers in their order", () => {
  const tree = bakery();
  expect(drawn(shifted(tree, keyOf(tree, "Falar com gente"), 0))).toEqual([
    "1 Falar com gente",
    "2 Bolos",
    "2.1 Fubá",
    "2.2 Cenoura",
    "3 Pães",
  ]);
  const own = [node("A", "2"), node("B", "5"), node("C", "x")];
  expect(drawn(shifted(own, keyOf(own, "C"), 0))).toEqual(["2 C", "5 A", "x B"]);
  expect(shifted(tree, keyOf(tree, "Bolos"), -1)).toEqual(tree);
});

test("a new node is numbered by where it stands", () => {
  const tree = bakery();
  expect(drawn(inserted(tree, newNode({ title: "Salgados" }), null, 1))).toEqual([
    "1 Bolos",
    "1.1 Fubá",
    "1.2 Cenoura",
    "2 Salgados",
    "3 Pães",
    "4 Falar com gente",
  ]);
  expect(drawn(inserted(tree, newNode({ title: "Laranja" }), keyOf(tree, "Bolos"), 2))).toContain(
    "1.3 Laranja",
  );
});

test("what goes closes its gap, unless there were gaps before", () => {
  const tree = bakery();
  expect(drawn(removed(tree, keyOf(tree, "Bolos")))).toEqual(["1 Pães", "2 Falar com gente"]);
  const own = [node("A", "2"), node("B", "5"), node("C", "7")];
  expect(drawn(removed(own, keyOf(own, "B")))).toEqual(["2 A", "7 C"]);
});

test("a node goes under the one before it, and out again beside it", () => {
  const tree = bakery();
  const inside = indented(tree, keyOf(tree, "Pães"))!;
  expect(drawn(inside)).toEqual([
    "1 Bolos",
    "1.1 Fubá",
    "1.2 Cenoura",
    "1.3 Pães",
    "2 Falar com gente",
  ]);
  expect(drawn(outdented(inside, keyOf(inside, "Pães"))!)).toEqual(drawn(tree));
  expect(indented(tree, keyOf(tree, "Bolos"))).toBeNull();
  expect(outdented(tree, keyOf(tree, "Bolos"))).toBeNull();
});

test("nothing gets deeper than a tree may be", () => {
  let chain = node("fundo", "1");
  for (let level = 1; level < maxOptionDepth; level += 1)
    chain = node(`nível ${maxOptionDepth - level}`, "1", [chain]);
  expect(heightOf(chain)).toBe(maxOptionDepth);
  const tree = [node("antes", "1"), { ...chain, option: "2" }];
  expect(indented(tree, chain.key)).toBeNull();
  expect(nodeErrors([node("a mais", "1", [chain])]).get(keyOf([chain], "fundo"))).toMatchObject({
    parentId: "too_deep",
  });
});

test("a number stands once in its level, and is none of the ways back", () => {
  const tree = [
    node("A", "1"),
    node("B", " 1 "),
    node("C", "0"),
    node("D", "#"),
    node("", "x"),
    node("F", "X"),
    node("G", "", [node("H", "1")]),
  ];
  const wrong = nodeErrors(tree);
  const codes = rowsOf(tree).map(({ node: { key } }) => wrong.get(key)?.option);
  expect(codes).toEqual([
    "taken",
    "taken",
    "reserved",
    "reserved",
    "taken",
    "taken",
    "required",
    undefined,
  ]);
  expect(wrong.get(tree[4]!.key)).toMatchObject({ title: "required" });
});

test("a number that was changed finds its place", () => {
  const tree = bakery();
  expect(drawn(sorted(changed(tree, keyOf(tree, "Bolos"), { option: "9" })))).toEqual([
    "2 Pães",
    "3 Falar com gente",
    "9 Bolos",
    "9.1 Fubá",
    "9.2 Cenoura",
  ]);
});

test("what the server refuses is found by its way", () => {
  const tree = bakery();
  expect(
    errorsFromServer(tree, { "options.0.children.1.option": "taken", name: "required" }),
  ).toEqual(new Map([[keyOf(tree, "Cenoura"), { option: "taken" }]]));
});

test("rows become a tree and a tree becomes rows", () => {
  const row = (id: number, parentId: number | null, option: string, title: string) => ({
    id,
    parentId,
    option,
    title,
    message: "",
    queueId: 1,
    mediaPath: null,
    mediaName: null,
    media: null,
    createdAt: "",
    updatedAt: "",
  });
  const rows = [
    row(3, 1, "2", "Cenoura"),
    row(1, null, "1", "Bolos"),
    row(9, null, "10", "Outro"),
    row(2, 1, "1", "Fubá"),
    row(4, null, "2", "Pães"),
  ];
  const tree = treeOf(rows);
  expect(drawn(tree)).toEqual(["1 Bolos", "1.1 Fubá", "1.2 Cenoura", "2 Pães", "10 Outro"]);
  const more = inserted(tree, newNode({ title: "Laranja", message: "Hoje tem" }), 1, 2);
  expect(sentOf(more)[0]).toEqual({
    id: 1,
    option: "1",
    title: "Bolos",
    message: "",
    children: [
      { id: 2, option: "1", title: "Fubá", message: "", children: [] },
      { id: 3, option: "2", title: "Cenoura", message: "", children: [] },
      { option: "3", title: "Laranja", message: "Hoje tem", children: [] },
    ],
  });
  const saved = withIds(more, [...rows, row(12, 1, "3", "Laranja")]);
  expect(placeOf(saved, keyOf(saved, "Laranja"))!.node.id).toBe(12);
});
