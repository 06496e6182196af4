import { z } from "zod";
import type { Resource } from "../../kit/http/resource.ts";

type Values = Record<string, unknown>;

/**
 * Valid bodies for a resource, made from its schemas. `index` makes them differ, and each text
 * begins with `word`.
 */
export const sampleOf = (
  { body }: Pick<Resource, "body">,
  index: number,
  word = "Exemplo",
): Values =>
  Object.fromEntries(
    requiredIn(body).map((field) => [field, valueFor(field, body[field]!, index, word)]),
  );

/** The required fields. */
export const requiredIn = (body: z.ZodRawShape) =>
  Object.keys(body)
    .filter((field) => !takes(body[field]!, undefined))
    .toSorted();

/** A refused value for each required field. */
export const refusedOf = ({ body }: Resource): Values =>
  Object.fromEntries(
    requiredIn(body).flatMap((field) =>
      [["x".repeat(20_000), -1e15, {}].find((value) => !takes(body[field]!, value))].map(
        (value) => [field, value],
      ),
    ),
  );

const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

function valueFor(field: string, schema: z.core.$ZodType, index: number, word: string): unknown {
  const { examples = [] } = (z.globalRegistry.get(schema) ?? {}) as { examples?: unknown[] };
  const candidates = [
    `${word} ${String(index).padStart(2, "0")}`,
    index,
    ...examples.slice(index % Math.max(1, examples.length)),
    true,
  ];
  const value = candidates.find((candidate) => takes(schema, candidate));
  if (value === undefined)
    throw new Error(`no sample fits ${field}: give its schema \`.meta({ examples: […] })\``);
  return value;
}
