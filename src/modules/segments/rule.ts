import { z } from "zod";
import { bounded, date, id, line, money } from "../../kit/http/fields.ts";
import { readValues } from "../../kit/http/read-values.ts";
import { fieldTests, segmentLimits } from "../../shared/segments.ts";
import type { SegmentRule } from "../../shared/segments.ts";

const days = z.number().int().min(1).max(3650);
const key = bounded(50);
const fieldValue = z.union([line(200), z.number()]).nullish();

const leaves = [
  z.strictObject({ is: z.literal("bought"), days }),
  z.strictObject({ is: z.literal("neverBought") }),
  z.strictObject({ is: z.literal("spent"), over: money }),
  z.strictObject({ is: z.literal("product"), productId: id, days: days.nullish() }),
  z.strictObject({ is: z.literal("category"), categoryId: id, days: days.nullish() }),
  z.strictObject({ is: z.literal("tag"), tagId: id }),
  z.strictObject({ is: z.literal("talked"), days }),
  z.strictObject({
    is: z.literal("rated"),
    from: z.number().int().min(1).max(3),
    to: z.number().int().min(1).max(3),
  }),
  z.strictObject({ is: z.literal("birthday"), key, month: z.number().int().min(0).max(12) }),
  z.strictObject({ is: z.literal("district"), name: line(150, 1) }),
  z.strictObject({ is: z.literal("ad"), sourceId: line(200).nullish() }),
  z.strictObject({ is: z.literal("field"), key, test: z.enum(fieldTests), value: fieldValue }),
];
const leafOf = new Map<unknown, (typeof leaves)[number]>(
  leaves.map((leaf) => [leaf.shape.is.value, leaf]),
);

/** The rule of a segment, read once from its top. Nothing is read beyond its limits. */
export const ruleField = z.unknown().transform((value, context): SegmentRule => {
  const problem = { code: "" };
  const rule = read(value, { levels: segmentLimits.depth, count: { leaves: 0 }, problem });
  if (rule) return rule;
  context.addIssue({ code: "custom", message: problem.code || "invalid" });
  return z.NEVER;
});

/** Whether a value of a `from` or `to` fits a date field. */
export const isDay = (value: unknown): value is string => date.safeParse(value).success;

type Reading = { levels: number; count: { leaves: number }; problem: { code: string } };

function read(value: unknown, reading: Reading): SegmentRule | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { levels, count, problem } = reading;
  if (levels < 1 || count.leaves >= segmentLimits.leaves) {
    problem.code = "too_long";
    return undefined;
  }
  if ("is" in value) {
    count.leaves += 1;
    const leaf = leafOf.get(value.is);
    return leaf?.safeParse(readValues(leaf, value)).data;
  }
  if (Object.keys(value).length > 1) return undefined;
  const below = { ...reading, levels: levels - 1 };
  if ("not" in value) {
    const not = read(value.not, below);
    return not && { not };
  }
  if ("and" in value) {
    const and = readAll(value.and, below);
    return and && { and };
  }
  const or = "or" in value ? readAll(value.or, below) : undefined;
  return or && { or };
}

function readAll(values: unknown, reading: Reading): SegmentRule[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const rules: SegmentRule[] = [];
  for (const value of values) {
    const rule = read(value, reading);
    if (!rule) return undefined;
    rules.push(rule);
  }
  return rules;
}
