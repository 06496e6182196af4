import { expect, test } from "bun:test";
import { scaleLabelIn } from "./scale-labels.ts";

test.each([
  ["2001230003500", "weight5", { code: "00123", kind: "weight", value: 350 }],
  ["2001230003500", "price5", { code: "00123", kind: "price", value: 350 }],
  ["2001230003500", "weight4", { code: "0012", kind: "weight", value: 3_000_350 }],
  ["2001230003500", "weight6", { code: "001230", kind: "weight", value: 350 }],
] as const)("%s read as %s", (ean, labels, label) => {
  expect(scaleLabelIn(ean, labels)).toEqual(label);
});

test.each([
  ["a wrong check digit", "2001230003505", "weight5"],
  ["another prefix", "7891000100103", "weight5"],
  ["another length", "20012300", "weight5"],
  ["labels that are off", "2001230003500", "disabled"],
] as const)("%s is no label", (_, ean, labels) => {
  expect(scaleLabelIn(ean, labels)).toBeUndefined();
});
