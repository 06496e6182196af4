import "../../../src/testing/screen/page.tsx";
import { expect, test } from "bun:test";
import type { OrderStatus } from "../../parts/orders/types.ts";
import { foldedIn, withLane } from "./lanes.ts";

const statuses: OrderStatus[] = ["Pendente", "Em preparo", "Pronto", "Entregue", "Cancelado"].map(
  (name, index) => ({
    id: index + 1,
    name,
    code: index + 1,
    color: "#2563a8",
    isCancelled: name === "Cancelado",
  }),
);
const lanes = statuses.map(({ id, name, color }) => ({ id, name, color }));
const folded = (width: number, chosen = { folded: [] as number[], open: [] as number[] }) => [
  ...foldedIn(lanes, statuses, width, chosen),
];

// Five lanes of 232 px and four gaps of 12 px.
const all = 5 * 232 + 4 * 12;
const saved = 232 - 44;

test("final lanes that do not fit are folded, the last one first", () => {
  expect(folded(all)).toEqual([]);
  expect(folded(all - 1)).toEqual([5]);
  expect(folded(all - saved)).toEqual([5]);
  expect(folded(all - saved - 1)).toEqual([5, 4]);
  // Lanes with work in them stay open, and the board scrolls.
  expect(folded(600)).toEqual([5, 4]);
});

test("on a phone no lane is folded, and the user's own choice goes first", () => {
  expect(folded(599, { folded: [1], open: [] })).toEqual([]);
  expect(folded(all, { folded: [2], open: [] })).toEqual([2]);
  expect(folded(all - 1, { folded: [], open: [5] })).toEqual([4]);
  expect(folded(600, { folded: [], open: [4, 5] })).toEqual([]);
});

test("a lane that is opened again leaves the folded ones", () => {
  const closed = withLane({ folded: [], open: [3] }, 3, true);
  expect(closed).toEqual({ folded: [3], open: [] });
  expect(withLane(closed, 3, false)).toEqual({ folded: [], open: [3] });
});
