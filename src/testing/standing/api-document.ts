/** The parts of the API's document that tests read. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  minLength?: number;
  maximum?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  $ref?: string;
};
export type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  "x-permission"?: string;
};
export type ApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export type Described = Operation & { method: string; path: string };

/** The document's operations, in the order of their paths. */
export const operationsOf = ({ paths }: ApiDocument): Described[] =>
  Object.entries(paths)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    );

/** The schema of an operation's JSON body. */
export const jsonBodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content["application/json"]?.schema;

/** The alternatives of a schema of the document. */
export function waysOf(document: ApiDocument, schema: Schema): Schema[] {
  if (schema.$ref)
    return waysOf(document, document.components.schemas[schema.$ref.split("/").at(-1)!] ?? {});
  const forms = schema.anyOf ?? schema.oneOf;
  return forms ? forms.flatMap((form) => waysOf(document, form)) : [schema];
}

export const isNumber = ({ type }: Schema) => type === "integer" || type === "number";

/** Whether a schema is that of a row's id. */
export const isId = ({ type, minimum, exclusiveMinimum, maximum }: Schema) =>
  type === "integer" &&
  (exclusiveMinimum === 0 || minimum === 1) &&
  (maximum ?? Number.MAX_SAFE_INTEGER) === Number.MAX_SAFE_INTEGER;

/** A path with its parameters left open, however a list writes them. */
export const shapeOf = (path: string) =>
  path.replace(/^\/api|\/$/g, "").replace(/:\w+|\{\w+\}/g, "{}");

/** A value that a schema may accept, the same each time. */
export function sampleOf(schema: Schema, document: ApiDocument, depth = 0): unknown {
  const { type, properties, items, anyOf, oneOf, enum: values, const: only, $ref } = schema;
  if ($ref)
    return depth > 6
      ? {}
      : sampleOf(document.components.schemas[$ref.split("/").at(-1)!] ?? {}, document, depth + 1);
  if (only !== undefined) return only;
  if (values) return values[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return sampleOf(first, document, depth + 1);
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, each]) => [
          name,
          sampleOf(each, document, depth + 1),
        ]),
      );
    case "array":
      return items && depth < 6 ? [sampleOf(items, document, depth + 1)] : [];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "2026-11-20";
  }
}

/** Values that no user would type, of every type that JSON has. */
export const hostile: unknown[] = [
  null,
  "",
  " ",
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  [],
  {},
  [null],
  [[]],
  [{}],
  "x".repeat(70_000),
  "\u0000",
  "\ud800",
  "\u202e\u200b",
  "' OR 1=1 --",
  "%00",
  "%s%n",
  "../../etc/passwd",
  "{{name}}",
  "[1,2",
  '{"a":',
  "-0",
  "1e999",
  "NaN",
  "0001-01-01",
  "9999-12-31T99:99:99Z",
  "http://[::1]/",
  "file:///etc/passwd",
  { id: 1 },
  { id: "x" },
  { __proto__: null, constructor: 1 },
  Array.from({ length: 600 }, () => 1),
  { a: { b: { c: { d: [] } } } },
];
