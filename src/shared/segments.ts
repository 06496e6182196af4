/** A condition of a segment. Days count back from now; months are 1 to 12, 0 is this month. */
export type SegmentLeaf =
  | { is: "bought"; days: number }
  | { is: "neverBought" }
  | { is: "spent"; over: string }
  | { is: "product"; productId: number; days?: number | null }
  | { is: "category"; categoryId: number; days?: number | null }
  | { is: "tag"; tagId: number }
  | { is: "talked"; days: number }
  | { is: "rated"; from: number; to: number }
  | { is: "birthday"; key: string; month: number }
  | { is: "district"; name: string }
  | { is: "ad"; sourceId?: string | null }
  | { is: "field"; key: string; test: FieldTest; value?: string | number | null };

export const fieldTests = ["filled", "equals", "from", "to"] as const;
export type FieldTest = (typeof fieldTests)[number];

/** A rule is a condition, or several that all or one of must hold, or one that must not. */
export type SegmentRule =
  | SegmentLeaf
  | { and: SegmentRule[] }
  | { or: SegmentRule[] }
  | { not: SegmentRule };

export const segmentLimits = { depth: 6, leaves: 50 };

/** The conditions of a rule, in its order. */
export function leavesOf(rule: SegmentRule): SegmentLeaf[] {
  if ("is" in rule) return [rule];
  if ("not" in rule) return leavesOf(rule.not);
  return ("and" in rule ? rule.and : rule.or).flatMap(leavesOf);
}

/** The conditions that tell of orders. */
export const orderKinds: readonly SegmentLeaf["is"][] = [
  "bought",
  "neverBought",
  "spent",
  "product",
  "category",
];
