import { expect, test } from "bun:test";
import type { SegmentRule } from "../../../src/shared/segments.ts";
import { draftOf, ruleOf } from "./conditions.ts";

test("a rule of one level comes back from the editor as it was", () => {
  const rules: SegmentRule[] = [
    { is: "neverBought" },
    { and: [{ is: "bought", days: 30 }, { not: { is: "tag", tagId: 2 } }] },
    {
      or: [
        { is: "spent", over: "120.50" },
        { is: "birthday", key: "aniversario", month: 0 },
        { is: "field", key: "cidade", test: "equals", value: "Santos" },
      ],
    },
  ];
  expect(rules.map((rule) => ruleOf(draftOf(rule)!))).toEqual(rules);
  expect(draftOf({ and: [{ or: [{ is: "neverBought" }] }] })).toBeNull();
});

test("a draft has no rule while a condition lacks its value", () => {
  const draft = (values: Record<string, string>) =>
    ruleOf({ joined: "and", conditions: [{ key: 1, is: "spent", isNot: false, values }] });
  expect(draft({})).toBeNull();
  expect(draft({ over: "doze" })).toBeNull();
  expect(draft({ over: " 12.50 " })).toEqual({ is: "spent", over: "12.50" });
  expect(ruleOf({ joined: "or", conditions: [] })).toBeNull();
});
