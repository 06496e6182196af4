import { expect, test } from "bun:test";
import { changesIn } from "./save-edit.ts";

test("a form sends what differs from how it began, an emptied field among it", () => {
  const before = { name: "Bia", tags: [{ id: 1 }], note: "Oi", place: null, secret: undefined };
  expect(changesIn(before, { ...before, tags: [{ id: 1 }] })).toEqual({});
  expect(
    changesIn(before, { name: "Bia", tags: [{ id: 1 }, { id: 2 }], note: null, secret: "x" }),
  ).toEqual({ tags: [{ id: 1 }, { id: 2 }], note: null, secret: "x" });
  expect(changesIn(null, { name: "Bia" })).toEqual({ name: "Bia" });
});
