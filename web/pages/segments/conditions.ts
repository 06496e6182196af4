import type { SegmentLeaf, SegmentRule } from "../../../src/shared/segments.ts";

/** A condition in the editor; `isNot` turns it round. Its texts are as they were typed. */
export type Condition = { key: number; isNot: boolean; is: SegmentLeaf["is"]; values: Values };
export type Values = Partial<Record<ValueName, string>>;
type ValueName =
  | "days"
  | "over"
  | "productId"
  | "categoryId"
  | "tagId"
  | "from"
  | "to"
  | "key"
  | "month"
  | "name"
  | "sourceId"
  | "test"
  | "value";
export type Draft = { joined: "and" | "or"; conditions: Condition[] };

export const conditionKinds = [
  "bought",
  "neverBought",
  "spent",
  "product",
  "category",
  "tag",
  "talked",
  "rated",
  "birthday",
  "district",
  "ad",
  "field",
] as const satisfies SegmentLeaf["is"][];

export const startValues: Partial<Record<SegmentLeaf["is"], Values>> = {
  bought: { days: "30" },
  spent: { over: "100.00" },
  talked: { days: "30" },
  rated: { from: "1", to: "1" },
  birthday: { month: "0" },
  field: { test: "filled" },
};

const numeric = new Set(["days", "productId", "categoryId", "tagId", "from", "to", "month"]);

/** The rule of a draft; null while a condition lacks a value. */
export function ruleOf({ joined, conditions }: Draft): SegmentRule | null {
  const parts = conditions.map(({ is, isNot, values }) => {
    const leaf = { is, ...typed(values) } as SegmentLeaf;
    return isWhole(leaf) ? (isNot ? { not: leaf } : leaf) : null;
  });
  if (parts.length === 0 || parts.includes(null)) return null;
  const rules = parts as SegmentRule[];
  return rules.length === 1 ? rules[0]! : joined === "and" ? { and: rules } : { or: rules };
}

/** The draft of a rule; null for one of more levels than the editor has. */
export function draftOf(rule: SegmentRule): Draft | null {
  const joined = "or" in rule ? "or" : "and";
  const parts = "and" in rule ? rule.and : "or" in rule ? rule.or : [rule];
  const conditions = parts.map((part, key): Condition | null => {
    const leaf = "not" in part ? part.not : part;
    if (!("is" in leaf)) return null;
    const { is, ...values } = leaf;
    const texts = Object.entries(values).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    );
    return { key, is, isNot: "not" in part, values: Object.fromEntries(texts) as Values };
  });
  return conditions.includes(null) ? null : { joined, conditions: conditions as Condition[] };
}

const typed = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value.trim() === "" ? [] : [[name, numeric.has(name) ? Number(value) : value.trim()]],
    ),
  );

function isWhole(leaf: SegmentLeaf): boolean {
  switch (leaf.is) {
    case "bought":
    case "talked":
      return leaf.days >= 1;
    case "spent":
      return /^\d{1,7}(\.\d{1,2})?$/.test(leaf.over ?? "");
    case "product":
      return leaf.productId > 0;
    case "category":
      return leaf.categoryId > 0;
    case "tag":
      return leaf.tagId > 0;
    case "birthday":
      return Boolean(leaf.key);
    case "district":
      return Boolean(leaf.name);
    case "field":
      return Boolean(leaf.key) && (leaf.test === "filled" || leaf.value !== undefined);
    default:
      return true;
  }
}
