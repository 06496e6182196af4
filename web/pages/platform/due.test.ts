import { expect, test } from "bun:test";
import { daysUntil, tintOf } from "./due.ts";

test("a company is marked by the days until its due date", () => {
  expect([6, 5, 4, 0, -3, -4, -400].map(tintOf)).toEqual([
    undefined,
    "soon",
    "near",
    "near",
    "near",
    "late",
    "late",
  ]);
  expect([
    daysUntil("2026-12-01", "2026-11-26"),
    daysUntil("2026-11-20", "2026-11-24"),
    daysUntil("2099-01-01", "2098-12-31"),
  ]).toEqual([5, -4, 1]);
});
