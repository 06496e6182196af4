import { z } from "zod";

/**
 * A place of a value in what a schema accepts. `put` returns a body with the value there, and
 * otherwise only the fields that select a variant.
 */
export type Place = { path: (string | number)[]; put(value: unknown): unknown };

/** How many levels of recursive trees the test visits. */
const deepest = 5;

/**
 * Every place of a schema, from the whole down to each field of each item, in each of its variants.
 */
export function placesIn(schema: z.core.$ZodType, depth = 0): Place[] {
  const here: Place = { path: [], put: (value) => value };
  return depth > deepest
    ? []
    : [here, ...below(schema, depth).filter(({ path }) => path.length > 0)];
}

function below(schema: z.core.$ZodType, depth: number): Place[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object": {
      const words = Object.fromEntries(
        Object.entries(def.shape).flatMap(([name, field]) => wordOf(name, field)),
      );
      return Object.entries(def.shape).flatMap(([name, field]) =>
        under(name, field, depth, (value) => ({ ...words, [name]: value })),
      );
    }
    case "array":
      return under(0, def.element, depth, (value) => [value]);
    case "tuple":
      return def.items.flatMap((item, index) =>
        under(index, item, depth, (value) =>
          def.items.map((_, at) => (at === index ? value : undefined)),
        ),
      );
    case "record":
      return under("1", def.valueType, depth, (value) => ({ 1: value }));
    case "union":
      return def.options.flatMap((option) => below(option, depth));
    case "pipe":
      return [...below(def.in, depth), ...below(def.out, depth)];
    case "lazy":
      return depth > deepest ? [] : below(def.getter(), depth + 1);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "catch":
    case "readonly":
      return below(def.innerType, depth);
    default:
      return [];
  }
}

const under = (
  name: string | number,
  schema: z.core.$ZodType,
  depth: number,
  around: (value: unknown) => unknown,
): Place[] =>
  placesIn(schema, depth + 1).map(({ path, put }) => ({
    path: [name, ...path],
    put: (value) => around(put(value)),
  }));

function wordOf(name: string, schema: z.core.$ZodType): [string, unknown][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "literal" ? [[name, def.values[0]]] : [];
}
