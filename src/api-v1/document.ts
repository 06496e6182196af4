import { z } from "zod";
import type { Descriptions } from "../kit/http/openapi.ts";
import type { V1Route } from "./route.ts";
import { v1Routes } from "./v1-routes.ts";

const refusal = z.object({
  error: z.string().meta({ description: "A code, ERR_…", examples: ["ERR_VALIDATION"] }),
  message: z.string().meta({ description: "For people" }),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: "A code for each field that is wrong" }),
  docs: z.string().meta({ description: "The page about the error" }),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

const refused = (description: string) => ({ description, schema: refusal });

/** The routes of version 1 as the API's document describes them. rules.md#openapi */
export const v1Descriptions: Descriptions = Object.fromEntries(
  v1Routes.map((route) => [
    `${route.method} /v1${route.path.replace(/:(\w+)/g, "{$1}")}`,
    {
      summary: route.summary.en,
      description: route.description?.en,
      tag: route.group,
      more: {
        "x-summary-pt": route.summary.pt,
        ...(route.description && { "x-description-pt": route.description.pt }),
        ...(route.errors && { "x-errors": route.errors }),
      },
      example: route.example,
      responses: { ...answerOf(route), ...refusalsOf(route) },
    },
  ]),
);

function answerOf({ answer, status = 200, method }: V1Route): Descriptions[string]["responses"] {
  return answer === "file"
    ? {
        200: {
          description: "The file",
          schema: z.string().meta({ format: "binary" }),
          type: "application/octet-stream",
        },
      }
    : {
        [status]: { description: status === 201 ? "Made" : "Done", schema: answer },
        ...(method === "GET" && { 304: { description: "As the ETag says" } }),
      };
}

function refusalsOf({ method, params, query, body }: V1Route) {
  return {
    400: refused("A field or a word of the query is unknown"),
    401: refused("No valid token"),
    403: refused("The token lacks the scope, or the plan the module"),
    ...(params && { 404: refused("Not there, or of another connection") }),
    ...(method !== "GET" && {
      409: refused("As things are it can't be done, or the key was used for another request"),
    }),
    ...((query || body) && { 422: refused("A value is wrong: `fields` says which") }),
    429: refused("Too many requests: `Retry-After` says how many seconds to wait"),
  };
}
