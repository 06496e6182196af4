/** The parts of a JSON Schema that the page reads. */
export type Schema = {
  type?: string | string[];
  description?: string;
  "x-description-pt"?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
};

type Content = Record<string, { schema: Schema; example?: object }>;

/** The parts of the API's document that the page reads. */
export type Operation = {
  operationId: string;
  tags?: string[];
  summary: string;
  "x-summary-pt"?: string;
  description?: string;
  "x-description-pt"?: string;
  security?: Record<string, unknown>[];
  "x-permission"?: string;
  "x-scope"?: string;
  "x-errors"?: string[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    schema: Schema;
    description?: string;
    "x-description-pt"?: string;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components?: { schemas: Record<string, Schema> };
};

export type Entry = Operation & { method: string; path: string };

/** A group of the list: a resource of version 1, the events, or the rest by who may call. */
export type Group = { name: string; entries: Entry[] };

/** The groups of the document whose routes contain the typed text. */
export function groupsOf({ paths, webhooks = {} }: ApiDocument, typed: string): Group[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const events = Object.entries(webhooks).map(([event, { post }]) => ({
    ...post,
    method: "EVENT",
    path: event,
  }));
  const words = typed.trim().toLowerCase();
  const groups = new Map<string, Entry[]>();
  for (const entry of [...routes, ...events]) {
    const { method, path, summary, "x-summary-pt": pt = "" } = entry;
    if (!`${method} ${path} ${summary} ${pt}`.toLowerCase().includes(words)) continue;
    const name = groupOf(entry);
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  const rest = ["events", "byToken", "bySession", "byAnyone"];
  return [...groups]
    .map(([name, entries]) => ({ name, entries }))
    .toSorted((one, other) => rest.indexOf(one.name) - rest.indexOf(other.name));
}

function groupOf({ method, path, tags = [], security = [] }: Entry): string {
  if (method === "EVENT") return "events";
  if (path.startsWith("/v1/")) return tags[0] ?? "me";
  if (security.some((way) => "token" in way)) return "byToken";
  return security.length > 0 ? "bySession" : "byAnyone";
}

/** A field as the table shows it. */
export type FieldRow = {
  name: string;
  type: string;
  required: boolean;
  words: string;
  example: string;
};

/** The fields of a call: of its path, query, headers and body. */
export function fieldsOf(entry: Entry, isPortuguese: boolean): FieldRow[] {
  const body = bodyOf(entry);
  const ofBody = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    words: wordsOf(schema, isPortuguese),
    required: body?.required?.includes(name) ?? false,
  }));
  const others = (entry.parameters ?? []).map((parameter) => ({
    name: parameter.name,
    schema: parameter.schema,
    words: wordsOf(parameter, isPortuguese) || wordsOf(parameter.schema, isPortuguese),
    required: parameter.required ?? false,
  }));
  return [...others, ...ofBody].map(({ schema, ...field }) => ({
    ...field,
    type: typeOf(schema),
    example: schema.examples?.[0] === undefined ? "" : String(schema.examples[0]),
  }));
}

/** The schema of a call's body; a form also has the field of its files. */
export function bodyOf({ requestBody }: Entry): Schema | undefined {
  const { content = {} } = requestBody ?? {};
  return (content["multipart/form-data"] ?? content["application/json"])?.schema;
}

export const exampleOf = ({ requestBody }: Entry): object | undefined =>
  requestBody?.content["application/json"]?.example;

type Described = { description?: string; "x-description-pt"?: string };
const wordsOf = (described: Described, isPortuguese: boolean) =>
  (isPortuguese ? described["x-description-pt"] : undefined) ?? described.description ?? "";

export function typeOf(schema: Schema): string {
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return [...new Set(forms.map(typeOf))].join(" | ");
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  const type = [schema.type ?? "any"].flat().join(" | ");
  if (type === "array") return `${schema.items ? typeOf(schema.items) : "any"}[]`;
  if (schema.format) return `${type} (${schema.format})`;
  return schema.maxLength ? `${type} ≤ ${schema.maxLength}` : type;
}

/** A value of a schema, as an example of an answer. */
export function sampleOf(schema: Schema, document: ApiDocument, depth = 0): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const named = schema.$ref && document.components?.schemas[schema.$ref.split("/").at(-1)!];
  if (named) return depth > 4 ? {} : sampleOf(named, document, depth + 1);
  const [way] = schema.anyOf ?? schema.oneOf ?? [];
  if (way) return sampleOf(way, document, depth + 1);
  switch ([schema.type ?? "object"].flat()[0]) {
    case "array":
      return schema.items ? [sampleOf(schema.items, document, depth + 1)] : [];
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [
          name,
          sampleOf(inner, document, depth + 1),
        ]),
      );
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return schema.format === "date-time" ? "2026-11-20T17:05:00.000Z" : "texto";
  }
}
