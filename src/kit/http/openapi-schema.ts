import { z } from "zod";

type Json = Record<string, unknown>;

/**
 * A zod schema as JSON Schema. A schema that refers to itself moves to `schemas`: readers resolve a
 * reference from the root of the document.
 */
export function schemaOf(
  schema: unknown,
  name: string,
  schemas: Json,
  io: "input" | "output" = "input",
): Json {
  const {
    $schema: _,
    $defs,
    ...converted
  } = z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => readCustom(zodSchema, jsonSchema, io),
  }) as Json & { $defs?: Record<string, Json> };
  const isRecursive = JSON.stringify(converted).includes('"$ref":"#"');
  const moved = (part: unknown) =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('"#/$defs/', `"#/components/schemas/${name}_`)
        .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${name}"`),
    ) as Json;
  for (const [key, part] of Object.entries({ ...$defs, ...innerDefs(converted) }))
    schemas[`${name}_${key}`] = moved(part);
  if (!isRecursive) return moved(converted);
  schemas[name] = moved(converted);
  return { $ref: `#/components/schemas/${name}` };
}

/** The definitions that a part brings along; they move to the document's own schemas. */
function innerDefs(part: unknown): Record<string, Json> {
  if (typeof part !== "object" || part === null) return {};
  const holder = part as { $defs?: Record<string, Json> };
  const own = holder.$defs ?? {};
  delete holder.$defs;
  return Object.assign({}, own, ...Object.values({ ...part, ...own }).map(innerDefs)) as Record<
    string,
    Json
  >;
}

// An array whose length is checked before its items begins with a check that says nothing of
// itself. In one that holds itself, what is inside the inner one is left open.
function readCustom(
  schema: z.core.$ZodType,
  target: z.core.JSONSchema.BaseSchema,
  io: "input" | "output",
  within: z.core.$ZodType[] = [],
) {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  if (io === "output" || def.type !== "pipe" || !isCustom(def.in)) return;
  if (within.includes(schema)) return void Object.assign(target, { type: "array" });
  const override = ({
    zodSchema,
    jsonSchema,
  }: {
    zodSchema: z.core.$ZodType;
    jsonSchema: z.core.JSONSchema.BaseSchema;
  }) => readCustom(zodSchema, jsonSchema, io, [...within, schema]);
  const { $schema: _, ...inner } = z.toJSONSchema(def.out, {
    io,
    unrepresentable: "any",
    override,
  });
  Object.assign(target, inner);
}

const isCustom = (schema: z.core.$ZodType) =>
  (schema._zod as z.core.$ZodTypes["_zod"]).def.type === "custom";
