import { z } from "zod";
import { arrayOf, bounded, date, id, line, money } from "../../kit/http/fields.ts";
import { depthOf, fieldTests, leavesOf, segmentLimits } from "../../shared/segments.ts";
import type { SegmentRule } from "../../shared/segments.ts";

const days = z.number().int().min(1).max(3650);
const key = bounded(50);
const fieldValue = z.union([line(200), z.number()]).nullish();

const leaf = z.discriminatedUnion("is", [
  z.object({ is: z.literal("bought"), days }),
  z.object({ is: z.literal("neverBought") }),
  z.object({ is: z.literal("spent"), over: money }),
  z.object({ is: z.literal("product"), productId: id, days: days.nullish() }),
  z.object({ is: z.literal("category"), categoryId: id, days: days.nullish() }),
  z.object({ is: z.literal("tag"), tagId: id }),
  z.object({ is: z.literal("talked"), days }),
  z.object({
    is: z.literal("rated"),
    from: z.number().int().min(1).max(3),
    to: z.number().int().min(1).max(3),
  }),
  z.object({ is: z.literal("birthday"), key, month: z.number().int().min(0).max(12) }),
  z.object({ is: z.literal("district"), name: line(150, 1) }),
  z.object({ is: z.literal("ad"), sourceId: line(200).nullish() }),
  z.object({ is: z.literal("field"), key, test: z.enum(fieldTests), value: fieldValue }),
]);

const node: z.ZodType<SegmentRule> = z.lazy(() =>
  z.union([
    leaf,
    z.object({ and: arrayOf(node, segmentLimits.leaves, 1) }),
    z.object({ or: arrayOf(node, segmentLimits.leaves, 1) }),
    z.object({ not: node }),
  ]),
);

/** The rule of a segment. A hostile depth is refused before its parts are read. */
export const ruleField = z
  .custom<unknown>((value) => isShallow(value, segmentLimits.depth), "too_long")
  .pipe(node)
  .refine((rule) => depthOf(rule) <= segmentLimits.depth, "too_long")
  .refine((rule) => leavesOf(rule).length <= segmentLimits.leaves, "too_long");

/** Whether a value of a `from` or `to` fits a date field. */
export const isDay = (value: unknown): value is string => date.safeParse(value).success;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  // Each level of a rule is an object and may have an array in it.
  if (levels < 0) return false;
  return Object.values(value)
    .flatMap((part: unknown) => (Array.isArray(part) ? (part as unknown[]) : [part]))
    .every((part) => isShallow(part, levels - 1));
}
