import { expect, test } from "bun:test";
import { segmentLimits, type SegmentRule } from "../../shared/segments.ts";
import { ruleField } from "./rule.ts";

const leaf: SegmentRule = { is: "neverBought" };
const many = (amount: number, rule: unknown = leaf) =>
  Array.from({ length: amount }, () => rule as SegmentRule);
const deep = (levels: number) => {
  let rule: SegmentRule = leaf;
  for (let level = 1; level < levels; level += 1) rule = { not: rule };
  return rule;
};

test("a rule has at most so many levels and conditions, and no other words", () => {
  const { depth, leaves } = segmentLimits;
  const half = { or: many(leaves / 2) };
  for (const rule of [leaf, deep(depth), { and: many(leaves) }, { and: [half, half] }]) {
    expect(ruleField.parse(rule)).toEqual(rule);
    expect(ruleField.safeParse({ ...rule, other: 1 }).success).toBe(false);
  }
  for (const rule of [deep(depth + 1), { and: many(leaves + 1) }, { and: [half, half, leaf] }])
    expect(ruleField.safeParse(rule).error?.issues[0]?.message).toBe("too_long");
  for (const rule of [null, [], {}, { and: [] }, { or: leaf }, { not: null }, { is: "rich" }])
    expect(ruleField.safeParse(rule).error?.issues[0]?.message).toBe("invalid");
});

test("the values of a rule are read as those of other forms", () => {
  const rule = { not: { is: "bought", days: "30" } };
  expect(ruleField.parse(rule)).toEqual({ not: { is: "bought", days: 30 } });
});

test("a hostile rule is read no further than its first wrong part, or its limits", () => {
  let reads = 0;
  const counted = (rule: object) => new Proxy(rule, { has: (own, key) => (reads++, key in own) });
  const nested = (rule: object) => {
    const below = counted({ and: many(25, rule) });
    return { and: many(25, counted({ and: many(25, below) })) };
  };
  const hostile = [
    nested(counted({ zz: 1 })),
    nested(counted(leaf)),
    { and: many(20_000, counted(leaf)) },
    { and: many(20_000, counted({ zz: 1 })) },
  ];
  for (const rule of hostile) {
    reads = 0;
    expect(ruleField.safeParse(rule).success).toBe(false);
    expect(reads).toBeLessThan(segmentLimits.leaves * segmentLimits.depth);
  }
});
