import { expect, test } from "bun:test";
import { restrictionEnd } from "./restrictions.ts";

const now = Date.parse("2026-11-27T12:00:00Z");
const until = "2026-11-27T13:00:00.000Z";

test("a connection may begin no conversation until its restriction ends", () => {
  const reachout = { kind: "reachout", used: null, of: null } as const;
  expect(restrictionEnd(null, now)).toBe(0);
  expect(restrictionEnd({ ...reachout, until }, now)).toBe(Date.parse(until));
  expect(restrictionEnd({ ...reachout, until }, Date.parse(until) - 1)).toBe(Date.parse(until));
  expect(restrictionEnd({ ...reachout, until }, Date.parse(until))).toBe(0);
  expect(restrictionEnd({ ...reachout, until: null }, now)).toBe(Infinity);
});

test.each([
  [99, 100, 0],
  [100, 100, Date.parse(until)],
  [101, 100, Date.parse(until)],
  [null, null, Date.parse(until)],
] as const)("a quota of which %p of %p are used holds until %p", (used, of, held) => {
  expect(restrictionEnd({ kind: "quota", until, used, of }, now)).toBe(held);
});
