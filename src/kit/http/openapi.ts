import type { InternalRoute } from "elysia";
import type { z } from "zod";
import { schemaOf } from "./openapi-schema.ts";
import { explained } from "./openapi-words.ts";

type Json = Record<string, unknown>;
type Details = {
  "x-callers"?: ("session" | "token")[];
  "x-permission"?: string;
  "x-plan"?: string;
  "x-scope"?: string;
  "x-files"?: string;
};
export type DescribedRoute = Pick<InternalRoute, "method" | "path"> & {
  hooks: { body?: unknown; query?: unknown; params?: unknown; headers?: unknown; detail?: Details };
};

/**
 * The descriptions that the routes' own schemas lack, by `METHOD /path`. An answer without a schema
 * has no body that is described.
 */
export type Descriptions = Record<
  string,
  {
    summary: string;
    description?: string;
    /** The group of the route; by default the first part of its path. */ tag?: string;
    /** An example of its JSON body. */ example?: object;
    /** More fields of the operation, `x-…`. */ more?: Json;
    /** `type`: the content type, JSON if it is not given. */
    responses: Record<string, { description: string; schema?: z.ZodType; type?: string }>;
  }
>;

type Options = {
  title: string;
  version: string;
  descriptions: Descriptions;
  /** The shape of every refusal. */ refusal: z.ZodType;
  /** The posts of webhooks, by event. */ webhooks?: { event: string; body: z.ZodType }[];
  /** The meaning of a field of described routes, by its name. */
  fields?: Record<string, { pt: string; en: string }>;
};

/**
 * An OpenAPI 3.1 document of routes. The paths, parameters and bodies come from their own zod
 * schemas, the permissions from their options (`can`, `plan`, `scope`, `accepts`). `descriptions`
 * describe the answers; any other answer is only JSON.
 */
export function openApi(
  routes: DescribedRoute[],
  { title, version, descriptions, refusal, webhooks = [], fields = {} }: Options,
): Json {
  const schemas: Json = { Refusal: schemaOf(refusal, "Refusal", {}, "output") };
  const paths: Record<string, Json> = {};
  const names = new Map<string, string>();
  for (const { method, path: written, hooks } of unique(routes)) {
    const visiblePath =
      written
        .replace(/:(\w+)/g, "{$1}")
        .replace(/^\/api/, "")
        .replace(/\/$/, "") || "/";
    // Two paths that differ only in a parameter's name are one.
    const shape = visiblePath.replace(/\{\w+\}/g, "{}");
    const path = names.get(shape) ?? visiblePath;
    names.set(shape, path);
    const described = descriptions[`${method} ${visiblePath}`];
    const made = operation({ method, path, visiblePath, hooks }, schemas, described);
    (paths[path] ??= {})[method.toLowerCase()] = described?.tag ? explained(made, fields) : made;
  }
  const tags = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((each) => (each as { tags: string[] }).tags),
  );
  return {
    openapi: "3.1.0",
    info: { title, version, license: { name: "GPL-3.0-or-later", identifier: "GPL-3.0-or-later" } },
    servers: [{ url: "/api" }],
    tags: [...new Set(tags)].map((name) => ({ name })),
    paths,
    ...(webhooks.length > 0 && { webhooks: posts(webhooks, schemas) }),
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The access token of who is signed in.",
        },
        token: { type: "http", scheme: "bearer", description: "A connection's API token, bal_…" },
      },
    },
  };
}

/** The posts of webhooks; any 2xx counts as received. */
const posts = (webhooks: { event: string; body: z.ZodType }[], schemas: Json): Json =>
  Object.fromEntries(
    webhooks.map(({ event, body }) => [
      event,
      {
        post: {
          operationId: `webhook_${event.replace(".", "_")}`,
          tags: ["webhooks"],
          summary: event,
          requestBody: {
            required: true,
            content: json(schemaOf(body, `webhook_${event}`, schemas, "output")),
          },
          responses: { "2XX": { description: "Received" } },
        },
      },
    ]),
  );

const unique = (routes: DescribedRoute[]) => [
  ...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values(),
];

const tagOf = (path: string) => path.split("/")[1]!;

function operation(
  {
    method,
    path,
    visiblePath,
    hooks,
  }: { method: string; path: string; visiblePath: string; hooks: DescribedRoute["hooks"] },
  schemas: Json,
  described?: Descriptions[string],
): Json {
  const { "x-callers": callers = [], "x-files": files, ...needs } = hooks.detail ?? {};
  const name = `${method.toLowerCase()}_${path.replace(/\W+/g, "_").replace(/^_|_$/g, "")}`;
  const body =
    method === "GET"
      ? undefined
      : requestBody(hooks.body, name, schemas, files, described?.example);
  const parameters = [
    ...pathParameters(path, visiblePath, hooks.params),
    ...parametersIn("query", hooks.query, schemas, name),
    ...parametersIn("header", hooks.headers, schemas, name),
  ];
  const refused = {
    description: "Refused: `error` says why",
    content: json({ $ref: "#/components/schemas/Refusal" }),
  };
  return {
    operationId: name,
    tags: [described?.tag ?? tagOf(path)],
    summary: described?.summary ?? `${method} ${path}`,
    ...(described?.description && { description: described.description }),
    ...described?.more,
    ...Object.fromEntries(Object.entries(needs).filter(([key]) => key !== "x-json-limit")),
    security: callers.map((caller) => ({ [caller]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...(described
        ? answers(described, schemas, name)
        : { "2XX": { description: "Done", content: json({}) } }),
      default: refused,
    },
  };
}

const answers = ({ responses }: Descriptions[string], schemas: Json, name: string) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { description, schema, type }]) => [
      status,
      {
        description,
        ...(schema && {
          content: json(schemaOf(schema, `${name}${status}`, schemas, "output"), type),
        }),
      },
    ]),
  );

const json = (schema: Json, type = "application/json") => ({ [type]: { schema } });

/** The names of parameters are those of the visible path; the route may have others. */
function pathParameters(path: string, visiblePath: string, schema: unknown): Json[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const own = [...visiblePath.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const properties = schema
    ? (schemaOf(schema, "", {}).properties as Record<string, Json> | undefined)
    : undefined;
  return names.map((name, index) => ({
    name,
    in: "path",
    required: true,
    schema: properties?.[own[index]!] ?? { type: "string" },
  }));
}

function parametersIn(
  place: "query" | "header",
  schema: unknown,
  schemas: Json,
  name: string,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, `${name}${place}`, schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([each, property]) => ({
    name: each,
    in: place,
    ...(required.includes(each) && { required: true }),
    schema: property,
  }));
}

/** JSON, and a form where the route takes files. */
function requestBody(
  schema: unknown,
  name: string,
  schemas: Json,
  files?: string,
  example?: object,
): Json | undefined {
  if (!schema) return undefined;
  const whole = schemaOf(schema, name, schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
    oneOf?: unknown;
    anyOf?: unknown;
  };
  if (!files || !whole.properties)
    return { required: true, content: withExample(json(whole), example) };
  const { [files]: _, ...others } = whole.properties;
  const required = whole.required?.filter((each) => each !== files);
  const asJson = { ...whole, properties: others, required };
  const asForm = {
    ...whole,
    properties: {
      ...others,
      [files]: { type: "array", items: { type: "string", format: "binary" } },
    },
  };
  // A route that takes only a file as its body takes no JSON.
  const needsFile = whole.required?.includes(files);
  return {
    required: true,
    content: {
      ...(!needsFile && withExample(json(withoutEmpty(asJson)), example)),
      "multipart/form-data": { schema: withoutEmpty(asForm) },
    },
  };
}

const withExample = (content: ReturnType<typeof json>, example: object | undefined) =>
  example ? { "application/json": { ...content["application/json"], example } } : content;

const withoutEmpty = ({ required, ...schema }: Json & { required?: string[] }) => ({
  ...schema,
  ...(required && required.length > 0 && { required }),
});
